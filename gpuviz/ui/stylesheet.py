"""The style sheet, with $tokens for the colours of a Theme."""

STYLESHEET = """
QMainWindow, QWidget#stage { background: $background; }
QMainWindow::separator { background: $line; width: 1px; height: 1px; margin: 0; }
QMainWindow::separator:hover { background: $accent; }
QDockWidget { color: $muted; }
QDockWidget > QWidget, QScrollArea, QScrollArea > QWidget > QWidget { background: $panel; }
QScrollArea { border: 1px solid transparent; }
QScrollArea:focus { border-color: $accent; }
QWidget#timing, QWidget#sweeps, QWidget#memory, QWidget#checks, QWidget#pipeline,
QWidget#pictures, QWidget#group { background: $panel; }
QPushButton#entry { background: transparent; color: $muted; border: none; text-align: left;
                    border-left: 2px solid transparent; border-radius: 0;
                    padding: 3px 12px 3px 10px; min-width: 0; }
QPushButton#entry:hover { color: $text; }
QPushButton#entry:checked { color: $text; border-left-color: $accent; }
QPushButton#entry:focus { background: $raised; color: $text; }
QPushButton#question { padding: 4px 6px; min-width: 0; }
CompareView, Unseen { background: $panel; }
QListWidget#checks { background: $panel; border: 1px solid transparent; outline: none; }
QListWidget#checks:focus { border-color: $accent; }
QListWidget#checks::item { padding: 3px 6px; border-radius: 4px; }
QListWidget#checks::item:hover { background: $background; }
QListWidget#checks::item:selected { background: $raised; }
QMainWindow > QTabBar { background: $panel; border-bottom: 1px solid $line; }
QMainWindow > QTabBar::tab { background: $panel; color: $muted; padding: 7px 12px 6px;
                             border-bottom: 2px solid transparent; }
QMainWindow > QTabBar::tab:hover { color: $text; }
QMainWindow > QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 4px 6px; }

QMenuBar { background: $panel; color: $muted; padding: 1px 8px; }
QMenuBar::item { background: transparent; padding: 3px 8px; border-radius: 4px; }
QMenuBar::item:selected { background: $raised; color: $text; }
QMenu { background: $panel; color: $text; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: $accent; color: #ffffff; }
QMenu::item:disabled { color: $faint; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }

QToolBar { background: $panel; border: none; border-bottom: 1px solid $line; padding: 4px 10px;
           spacing: 6px; }
QToolBar QToolButton { background: $raised; color: $text; border: 1px solid $line;
                       border-radius: 5px; padding: 5px 9px; }
QToolBar QToolButton:hover, QToolBar QToolButton:focus { border-color: $accent; }
QToolBar QToolButton:pressed { background: $line; }
QToolBar QToolButton:checked { background: $panel; border-color: $accent; color: $text; }
QToolBar QToolButton:disabled { color: $faint; }
QToolBar QToolButton#run { background: $accent; border-color: $accent; color: #ffffff;
                           font-weight: 700; padding: 5px 16px; }
QToolBar QToolButton#run:hover { border-color: $text; }
QToolBar QToolButton#run:disabled { background: $raised; border-color: $line; color: $faint; }
QLabel#brand { color: $text; padding-right: 4px; }

QToolBar#lesson { padding: 6px 12px 4px; }
QToolBar#lesson QToolButton { background: transparent; border: 1px solid transparent;
                              color: $muted; padding: 2px 6px; }
QToolBar#lesson QToolButton#close { padding: 0; }
QToolBar#lesson QToolButton:hover { background: $raised; color: $text; }
QToolBar#lesson QToolButton:focus { border-color: $accent; }
QToolBar#lesson QScrollArea { border: 1px solid transparent; }
QToolBar#lesson QScrollArea:focus { border-color: $accent; }
QToolBar#lesson QPushButton { padding: 3px 12px; min-width: 40px; }
QPushButton[mark="chosen"] { border-color: $accent; color: $text; background: $background; }
QPushButton[mark="go"] { background: $accent; border-color: $accent; color: #ffffff;
                         font-weight: 700; }
QPushButton[mark="go"]:hover, QPushButton[mark="go"]:focus { border-color: $text; }
QFrame#reveal { background: $raised; border: none; border-left: 3px solid $finished;
                border-radius: 3px; }
QFrame#reveal[tone="wrong"] { border-left-color: $hazard; }
QLabel#missed, QLabel#reveal { padding: 0 8px; }
QLabel#missed { background: $raised; border: none; border-left: 3px solid $running;
                border-radius: 3px; }
QListWidget#answers { background: $panel; border: 1px solid $line; border-radius: 6px;
                      outline: none; }
QListWidget#answers:focus { border-color: $accent; }
QListWidget#answers::item { padding: 4px 6px; }
QListWidget#answers::item:selected { background: $raised; color: $text; }
QListWidget#answers::indicator:unchecked { border: 1px solid $muted; border-radius: 2px; }
QListWidget#lessons { background: $panel; border: 1px solid $line; border-radius: 6px;
                      outline: none; }

QStatusBar { background: $panel; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $muted; padding: 2px 6px; }
QStatusBar QToolButton, QWidget#devices QToolButton, QToolButton#chart {
    color: $text; background: $raised;
    border: 1px solid $line; border-radius: 4px; padding: 1px 8px; }
QStatusBar QToolButton:hover, QStatusBar QToolButton:focus { border-color: $accent; }
QWidget#devices QToolButton:hover, QWidget#devices QToolButton:focus,
QWidget#devices QToolButton:checked { border-color: $accent; }
QToolButton#chart { padding: 0 6px; }
QToolButton#chart:checked { color: $accent_words; }
QToolButton#chart:hover, QToolButton#chart:focus, QToolButton#chart:checked {
    border-color: $accent; }
PlaybackBar QToolButton { background: transparent; border: 1px solid transparent;
                          border-radius: 5px; }
PlaybackBar QToolButton:hover { background: $raised; }
PlaybackBar QToolButton:focus { border-color: $accent; }
QProgressBar { background: $raised; border: none; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }

QSpinBox { background: $background; color: $text; border: 1px solid $line; border-radius: 5px;
           padding: 4px 0; selection-background-color: $accent; selection-color: #ffffff; }
QSpinBox::up-button, QSpinBox::down-button { width: 0; height: 0; border: none; }
QSpinBox:hover { border-color: $faint; }
QSpinBox:focus { border-color: $accent; }
QSpinBox:disabled { color: $muted; }
QSpinBox[refused="true"] { border-color: $hazard; }

QWidget#sweeps QLineEdit, QDialog QLineEdit {
    background: $background; color: $text; border: 1px solid $line;
    border-radius: 5px; padding: 4px 6px; selection-background-color: $accent; }
QDialog QComboBox QLineEdit { background: transparent; border: none; padding: 0; }
QWidget#sweeps QLineEdit:hover, QDialog QLineEdit:hover { border-color: $faint; }
QWidget#sweeps QLineEdit:focus, QDialog QLineEdit:focus { border-color: $accent; }
QComboBox { background: $raised; color: $text; border: 1px solid $line; border-radius: 5px;
            padding: 3px 8px; }
QComboBox:hover, QComboBox:focus { border-color: $accent; }
QComboBox:disabled { color: $faint; }
QComboBox::drop-down { border: none; width: 18px; }
QWidget#inputs QComboBox { padding: 2px 0 2px 4px; }
QWidget#inputs QComboBox::drop-down { width: 10px; }
QToolButton#inputsToggle { background: transparent; color: $muted; border: 1px solid transparent;
    border-radius: 4px; padding: 2px 4px; }
QToolButton#inputsReset { background: $raised; color: $text; border: 1px solid $line;
    border-radius: 4px; padding: 1px 6px; }
QToolButton#inputsToggle:hover, QToolButton#inputsToggle:focus,
QToolButton#inputsReset:hover, QToolButton#inputsReset:focus { border-color: $accent; }
QPushButton { background: $raised; color: $text; border: 1px solid $line; border-radius: 5px;
              padding: 5px 16px; min-width: 56px; }
QPushButton:hover, QPushButton:focus { border-color: $accent; }
QWidget#checks QPushButton, QWidget#pipeline QPushButton,
QWidget#pictures QPushButton { padding: 5px 11px; min-width: 0; }
QPushButton:checked { border-color: $accent; }
QPushButton:disabled { color: $faint; }
QPushButton#order[failing="true"] { background: $hazard; border-color: $hazard; color: $ink;
                                    font-weight: 700; }
QPushButton#order[failing="true"]:hover, QPushButton#order[failing="true"]:focus {
    border-color: $text; }
QPushButton#order[failing="true"]:disabled { background: $raised; border-color: $line;
                                             color: $faint; }
QPushButton:default { background: $accent; border-color: $accent; color: #ffffff; }
QPushButton:default:disabled { background: $raised; border-color: $line; color: $muted; }
QComboBox QAbstractItemView { background: $panel; color: $text; border: 1px solid $line;
    outline: none; padding: 4px; selection-background-color: $accent; selection-color: #ffffff; }
QComboBox QAbstractItemView::item { padding: 4px 8px; min-height: 20px; }
QTableView#devicePicker::item { border: none; }
QTableView#devicePicker::item:selected { background: $accent; color: #ffffff; }

QLabel { color: $text; }
QLabel[tone="muted"], QLabel#caption { color: $muted; }
QLabel[tone="heading"] { color: $muted; }
QLabel#paneTitle { padding: 8px 8px 0 13px; }
QLabel[tone="read"] { color: $read_words; }
QLabel[tone="write"] { color: $write_words; }
QLabel[tone="good"] { color: $good_words; }
QLabel[tone="hazard"] { color: $hazard_words; }
QFrame#fact { border: none; border-bottom: 1px dashed $line; }
QFrame#fact:focus, QFrame#fact[current="true"] { background: $raised;
    border-bottom: 1px solid $accent; }
QFrame#figure { background: $panel; border: 1px solid $accent; border-radius: 8px; }
QFrame#figure QToolButton { background: $raised; color: $text; border: 1px solid $line;
    border-radius: 4px; padding: 1px 7px; }
QFrame#figure QToolButton:hover, QFrame#figure QToolButton:focus { border-color: $accent; }
QTableView#lanes { background: $panel; border: none; selection-background-color: $raised;
                   selection-color: $text; }
QTableView#lanes:focus { border: 1px solid $accent; }
QTableView#lanes QHeaderView, QTableView#lanes QHeaderView::section { background: $panel;
    color: $muted; border: none; border-bottom: 1px solid $line; padding: 3px 4px; }
QFrame#callout { background: $raised; border: none; border-left: 3px solid $write;
                 border-radius: 3px; }
QFrame#callout[tone="hazard"] { border-left-color: $hazard; }
QFrame#goTo { background: $panel; border: 1px solid $accent; border-radius: 8px; }
QFrame#goTo QLineEdit { background: $background; color: $text; border: 1px solid $line;
    border-radius: 5px; padding: 6px 8px; selection-background-color: $accent; }
QFrame#goTo QLineEdit:focus { border-color: $accent; }
QFrame#welcome { background: $panel; border: 1px solid $line; border-radius: 12px; }
QFrame#operations { background: $panel; border: 1px solid $line; border-radius: 8px; }
QFrame#operations QLineEdit { background: $background; color: $text; border: 1px solid $line;
    border-radius: 5px; padding: 6px 8px; selection-background-color: $accent; }
QFrame#operations QLineEdit:focus { border-color: $accent; }
QFrame#operations QListWidget { background: $panel; border: none; outline: none; }
QFrame#term { background: $panel; border: 1px solid $accent; border-radius: 6px; }
QFrame#card { background: $raised; border: none; border-radius: 6px; }
QFrame#drop { border: 2px solid $accent; border-radius: 5px; background: transparent; }
QLabel#dropWords { background: $raised; color: $text; border: 1px solid $accent;
                   border-radius: 5px; padding: 4px 10px; }
QLabel#stale { background: $raised; color: $text; border-bottom: 1px solid $line;
               border-left: 3px solid $accent; padding: 6px 12px; }
QLabel#stale[tone="hazard"] { border-left-color: $hazard; }

QWidget#title { background: $panel; }
QToolButton#heat { background: transparent; color: $muted; border: 1px solid transparent;
                   border-radius: 4px; padding: 1px 4px; }
QToolButton#heat:hover { background: $raised; color: $text; }
QToolButton#heat:focus { border-color: $accent; }
QToolButton#heat::menu-indicator { image: none; }
QToolButton#close, QToolButton#link { background: transparent; border: 1px solid transparent;
    border-radius: 4px; color: $muted; padding: 0; }
QToolButton#close:hover, QToolButton#link:hover { background: $raised; color: $text; }
QToolButton#close:focus, QToolButton#link:focus { border-color: $accent; }
QToolButton#link:checked { color: $accent_words; }

QWidget#levels { background: $panel; border-bottom: 1px solid $line; }
QToolButton#level { color: $muted; background: transparent; border: 1px solid $line;
                    border-left-width: 0; border-radius: 0; padding: 1px 7px; }
QToolButton#level[place="first"] { border-left-width: 1px; border-top-left-radius: 4px;
                                   border-bottom-left-radius: 4px; }
QToolButton#level[place="last"] { border-top-right-radius: 4px;
                                  border-bottom-right-radius: 4px; }
QToolButton#level:hover { color: $text; }
QToolButton#level:checked { background: $raised; color: $text; }
QToolButton#level:focus { border-color: $accent; border-left-width: 1px; }
QToolButton#editor { color: $text; background: $raised; border: 1px solid $line;
                     border-radius: 4px; padding: 2px 8px; }
QToolButton#editor:hover, QToolButton#editor:focus { border-color: $accent; }
FindLine QLineEdit { background: $background; color: $text; border: 1px solid $line;
    border-radius: 5px; padding: 3px 6px; selection-background-color: $accent; }
FindLine QLineEdit:focus { border-color: $accent; }
EditorPanel { background: $panel; }
QPlainTextEdit { background: $panel; color: $text; border: 1px solid transparent;
                 selection-background-color: $accent; selection-color: #ffffff; }
QPlainTextEdit::corner { background: $panel; border: none; }
QPlainTextEdit:focus { border-color: $accent; }
QListView#names { background: $panel; color: $text; border: 1px solid $line; outline: none;
                  selection-background-color: $accent; selection-color: #ffffff; }
QTextEdit:focus { border-color: $accent; }
QTextEdit { background: $panel; color: $text; border: 1px solid transparent;
                 selection-background-color: $accent; selection-color: #ffffff; }
QTableView { background: $panel; color: $text; border: 1px solid transparent; outline: none;
             selection-background-color: $raised; selection-color: $text; }
QTableView:focus { border-color: $accent; }
QTableView::item { border-bottom: 1px solid $line; padding: 0 6px; }
QTableView::item:selected { background: $raised; border-bottom: 1px solid $accent; }
QHeaderView { background: $panel; border: none; }
QHeaderView::section { background: $panel; color: $muted; border: none;
                       border-bottom: 1px solid $line; padding: 3px 6px; font-size: 11px; }
QHeaderView::section:hover { color: $text; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 3px; min-height: 24px; min-width: 24px;
                     margin: 2px; }
QScrollBar::handle:hover { background: $faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
