#!/bin/sh
# Puts gpuviz where this user's desktop finds it, or takes it away again; root is not needed.
#     ./install.sh [--uninstall]
# The program stays in this folder's copy below $XDG_DATA_HOME; `gpuviz` comes into ~/.local/bin.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
program=$data/gpuviz-program
bin=$HOME/.local/bin
id=$(cat "$here/id")

refresh() {
    ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$data/applications" || true
    ! command -v update-mime-database >/dev/null || update-mime-database "$data/mime" || true
    ! command -v gtk-update-icon-cache >/dev/null || gtk-update-icon-cache -q -t -f "$data/icons/hicolor" || true
}

uninstall() {
    rm -rf "$program"
    rm -f "$data/applications/$id.desktop" "$data/mime/packages/$id.xml" "$data/metainfo/$id.metainfo.xml"
    for icon in "$data"/icons/hicolor/*/apps/"$id.png"; do rm -f "$icon"; done
    if [ -L "$bin/gpuviz" ] && [ "$(readlink "$bin/gpuviz")" = "$program/gpuviz" ]; then rm -f "$bin/gpuviz"; fi
}

if [ "${1-}" = --uninstall ]; then
    uninstall
    refresh
    echo "gpuviz is gone; settings and own kernels are still in ${XDG_CONFIG_HOME:-$HOME/.config}/gpuviz and $data/gpuviz"
    exit 0
fi
if [ -e "$bin/gpuviz" ] && [ ! -L "$bin/gpuviz" ]; then
    echo "$bin/gpuviz is there already and is not of this bundle: remove it first (pip uninstall gpuviz?)" >&2
    exit 1
fi
uninstall
mkdir -p "$program" "$bin" "$data/applications" "$data/mime/packages" "$data/metainfo"
cp -R "$here/gpuviz/." "$program/"
cp "$here/install.sh" "$here/id" "$program/"
# a path in Exec is quoted, with \ before what is special there, and the file's own \ before that
# (Desktop Entry Specification)
quoted=$(printf '%s' "$program/gpuviz" | sed -e 's/\\/\\\\\\\\/g' -e 's/["`$]/\\\\&/g' -e 's/%/%%/g')
while IFS= read -r line; do
    case $line in
    Exec=*) printf 'Exec="%s" %%f\n' "$quoted" ;;
    TryExec=*) printf 'TryExec=%s\n' "$program/gpuviz" ;;
    *) printf '%s\n' "$line" ;;
    esac
done <"$here/share/applications/$id.desktop" >"$data/applications/$id.desktop"
cp "$here/share/mime/packages/$id.xml" "$data/mime/packages/"
cp "$here/share/metainfo/$id.metainfo.xml" "$data/metainfo/"
(cd "$here/share/icons/hicolor" && for icon in */apps/"$id.png"; do
    mkdir -p "$data/icons/hicolor/$(dirname "$icon")"
    cp "$icon" "$data/icons/hicolor/$icon"
done)
ln -sfn "$program/gpuviz" "$bin/gpuviz"
refresh
echo "gpuviz is installed: $bin/gpuviz, and in the menu of the desktop"
case :$PATH: in *:"$bin":*) ;; *) echo "$bin is not in PATH: add it, or start gpuviz from the menu" ;; esac
