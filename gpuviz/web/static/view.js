// The view of one launch: `mount` puts it into an element of a page or of a notebook's cell.

const LANGUAGE_NAMES = { en: "English", zh_CN: "中文" };
const CELL_HEIGHT = 620; // pixels of a view in a notebook, in which much else is to be seen
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
const SANS = '"Segoe UI", "Noto Sans", "DejaVu Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", system-ui, sans-serif';
const MONO = 'ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", Menlo, Consolas, monospace';

class View {
  constructor(element, options) {
    this.root = element;
    this.options = options;
    this.ended = new AbortController();
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.theme = options.theme || null;
    const spoken = (navigator.language || "en").toLowerCase().startsWith("zh") ? "zh_CN" : "en";
    this.language = options.language || spoken;
    this.playing = false;
    this.speed = 1;
  }

  listen(target, name, heard) { target.addEventListener(name, heard, { signal: this.ended.signal }); }

  destroy() {
    this.ended.abort();
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.sized?.disconnect();
    this.root.replaceChildren();
    this.root.classList.remove("gpuviz");
    delete this.root.dataset.ready;
  }

  async open(data) {
    this.root.classList.add("gpuviz");
    if (typeof DecompressionStream === "undefined") {
      this.#give("This browser is too old for this view: it cannot decompress.", "此浏览器太旧，无法显示。");
      return;
    }
    try {
      this.launch = new Launch(await readPayload(data));
    } catch (error) {
      this.#give("This page is damaged: its data cannot be read.", "此页面已损坏，无法读取数据。");
      throw error;
    }
    if (this.ended.signal.aborted) return;
    this.stage = new Stage(this.launch);
    Object.assign(this.stage, { sans: SANS, mono: MONO });
    this.#choose();
    this.build();
    this.sized = new ResizeObserver(() => this.resize());
    this.sized.observe(this.canvas.parentElement);
    this.listen(this.dark, "change", () => this.colour());
    const heard = this.options.whole ? document : this.root;
    this.listen(heard, "keydown", (event) => this.key(event));
    performance.mark("gpuviz-shown"); // the first picture is painted
    this.root.dataset.ready = "true";
  }

  /** Says why there is nothing to see, where there are no words of a launch yet. */
  #give(...sentences) {
    this.root.replaceChildren(h("div", { class: "gpuviz-problem" }, sentences.map((text) => h("p", {}, text))));
  }

  #choose() {
    const { block, thread, moment } = this.launch.shown;
    this.chosen = { block, warp: Math.floor(thread / WARP), lane: thread % WARP, element: null };
    const at = this.options.step ?? moment;
    this.instant = at === null || at === undefined ? this.launch.end : this.launch.at(at);
  }

  get words() { return this.launch.languages[this.language]; }

  get colours() {
    return this.launch.themes[this.theme || (this.dark.matches ? "dark" : "light")];
  }

  // -- building ---------------------------------------------------------------------------------

  /** Everything, in the language that is chosen; what is chosen and played stays. */
  build() {
    const { launch } = this;
    const w = this.words.words;
    this.root.lang = this.language === "zh_CN" ? "zh-CN" : "en";
    if (this.options.whole) document.documentElement.lang = this.root.lang;
    this.canvas = h("canvas", { tabindex: "0", role: "img", class: "gv-canvas" });
    this.tip = h("div", { class: "gv-tip", hidden: true });
    this.caption = h("p", { class: "gv-caption" });
    this.source = new SourcePanel(launch, this.words.words, (row, line) => this.goToLine(row, line));
    this.story = h("div", { class: "gv-story-body" });
    const [checks, ...others] = sections(launch, this.words, (row, party) => this.showHazard(row, party));
    const main = h("div", { class: "gv-main" },
      h("div", { class: "gv-left" },
        h("section", { class: "gv-stage", "aria-label": w.stage },
          this.#legend(), h("div", { class: "gv-canvas-box" }, this.canvas, this.tip), this.caption,
          launch.steps ? this.#controls() : null),
        this.options.whole ? checks : null),
      h("div", { class: "gv-side" }, this.source.element,
        h("section", { class: "gv-panel gv-story" }, this.#chooser(), this.story)));
    const whole = this.options.whole
      ? h("div", { class: "gv" }, this.#head(), main, h("div", { class: "gv-below" }, others),
        h("p", { class: "gv-made gv-muted" }, w["made-with"]))
      : h("div", { class: "gv gv-cell" }, this.#head(), main, this.#folded(checks, others));
    this.root.replaceChildren(whole);
    this.context = this.canvas.getContext("2d");
    this.listen(this.canvas, "pointermove", (event) => this.hover(event));
    this.listen(this.canvas, "pointerleave", () => this.hover(null));
    this.listen(this.canvas, "click", (event) => this.click(event));
    this.colour();
    this.resize();
  }

  /** In a cell the rest is closed at first. */
  #folded(checks, others) {
    const w = this.words.words;
    const count = this.launch.hazards.length;
    const title = [count ? `✕ ${w.hazards}: ${count}` : w.checks, w.figures, w["stand-out"], w.keys];
    return h("details", { class: "gv-rest" }, h("summary", {}, title.join(" · ")),
      h("div", { class: "gv-below" }, checks, others));
  }

  #head() {
    const { launch } = this;
    const { grid, block, device, engine } = launch.launch;
    const w = this.words.words;
    const shape = (sides) => sides.filter((n, at) => at === 0 || sides.slice(at).some((one) => one > 1)).map(wholeText).join(" × ");
    const about = [`${w.grid} ${shape(grid)}`, `${w.block} ${shape(block)}`, device, w[`engine-${engine}`] || engine];
    const count = launch.hazards.length;
    const other = this.language === "en" ? "zh_CN" : "en";
    this.themeButton = h("button", { type: "button", class: "gv-theme", click: () => this.turnTheme() }, icon("theme"));
    return h("header", { class: "gv-head" },
      h("span", { class: "gv-logo" }, "gpuviz"),
      h("h1", {}, launch.launch.kernel),
      h("span", { class: "gv-muted gv-about" }, about.join(" · ")),
      count ? h("button", { type: "button", class: "gv-count", click: () => this.showHazard(0) }, `✕ ${w.hazards}: ${count}`) : null,
      h("span", { class: "gv-looks" },
        h("button", { type: "button", class: "gv-language", lang: other === "zh_CN" ? "zh-CN" : "en",
          click: () => this.speak(other) }, LANGUAGE_NAMES[other]),
        this.themeButton));
  }

  #legend() {
    const w = this.words.words;
    const states = [0, 1, 6, 2, 3, 7, 4, 5].filter((state) => state !== STATE.HAZARD || this.launch.hazards.length)
      .filter((state) => state !== STATE.IDLE || this.launch.columns.active)
      .filter((state) => state !== STATE.AT_BARRIER || this.launch.statements.some((one) => one.barrier));
    const swatch = (name, text) => h("li", {}, h("i", { class: `gv-dot gv-${name}` }), text);
    return h("ul", { class: "gv-legend gv-muted" },
      states.map((state) => swatch(`state-${state}`, this.words.states[state])),
      swatch("reads-now", w["reads-now"]), swatch("read-before", w["read-before"]),
      swatch("writes-now", w["writes-now"]), swatch("written-before", w["written-before"]),
      this.launch.order ? h("li", { class: "gv-order" }, w[`order-${this.launch.order.label}`]) : null);
  }

  #controls() {
    const w = this.words.words;
    const button = (name, act) => h("button", { type: "button", class: `gv-${name}`, title: w[name], "aria-label": w[name], click: act }, icon(name));
    this.playButton = button("play", () => this.toggle());
    this.slider = h("input", { type: "range", min: 0, max: this.launch.rounds + 1, "aria-label": w.time,
      input: () => { this.pause(); this.go(this.launch.atRound(Number(this.slider.value))); } });
    this.marks = h("canvas", { class: "gv-marks", "aria-hidden": "true" });
    this.place = h("output", { class: "gv-place" });
    const speed = h("select", { class: "gv-speed", "aria-label": w.speed, change: () => { this.speed = Number(speed.value); } },
      SPEEDS.map((one) => h("option", { value: one, selected: one === this.speed }, `${one}×`)));
    return h("div", { class: "gv-controls" },
      h("div", { class: "gv-buttons" }, button("first", () => this.jump(this.launch.at(0))), button("back", () => this.step(-1)),
        this.playButton, button("forward", () => this.step(1)), button("last", () => this.jump(this.launch.end))),
      h("div", { class: "gv-track" }, this.marks, this.slider),
      this.place, speed);
  }

  #chooser() {
    const { launch } = this;
    const w = this.words.words;
    const number = (most, act) => h("input", { type: "number", min: 0, max: most - 1, inputmode: "numeric",
      change: (event) => {
        const value = Math.round(Number(event.target.value));
        act(Math.min(Math.max(Number.isFinite(value) ? value : 0, 0), most - 1));
      } });
    this.blockInput = number(launch.launch.blocks, (block) => this.chooseThread(block, this.thread));
    this.threadInput = number(launch.threads, (thread) => this.chooseThread(this.chosen.block, thread));
    return h("div", { class: "gv-chooser", role: "group", "aria-label": w["choose-thread"] },
      h("label", {}, w.block, this.blockInput), h("label", {}, w.thread, this.threadInput));
  }

  get thread() { return this.chosen.warp * WARP + this.chosen.lane; }

  // -- looks ------------------------------------------------------------------------------------

  speak(language) {
    const focused = this.root.querySelector(".gv-language") === document.activeElement;
    this.language = language;
    this.build();
    if (focused) this.root.querySelector(".gv-language").focus();
  }

  turnTheme() {
    this.theme = this.colours === this.launch.themes.dark ? "light" : "dark";
    this.colour();
  }

  colour() {
    const theme = this.colours;
    const isDark = theme === this.launch.themes.dark;
    for (const [name, value] of Object.entries(theme)) {
      if (typeof value === "string") this.root.style.setProperty(`--${name.replace("_", "-")}`, value);
    }
    theme.states.forEach((colour, state) => this.root.style.setProperty(`--state-${state}`, colour));
    for (const [name, value] of Object.entries(theme.words)) this.root.style.setProperty(`--${name}-words`, value);
    this.root.style.setProperty("--read-before", mix(theme.read, theme.background, 0.3));
    this.root.style.setProperty("--written-before", mix(theme.write, theme.background, 0.36));
    this.root.style.colorScheme = isDark ? "dark" : "light";
    this.root.dataset.theme = isDark ? "dark" : "light";
    if (this.options.whole) document.documentElement.style.background = theme.background;
    const name = this.words.words[isDark ? "to-light" : "to-dark"];
    this.themeButton.title = name;
    this.themeButton.setAttribute("aria-label", name);
    this.paintMarks();
    this.show();
  }

  resize() {
    const box = this.canvas.parentElement;
    const font = parseFloat(getComputedStyle(box).fontSize) || 14;
    if (box.clientWidth < 50) return;
    this.stage.layout(box.clientWidth, font, this.chosen.block, this.#room(box));
    this.#fit();
    this.paintMarks();
    this.show();
  }

  /** How high the stage may be, so that its controls are seen with it. */
  #room(box) {
    const around = this.root.querySelector(".gv-main").offsetTop + box.offsetTop - box.parentElement.offsetTop
      + this.caption.offsetHeight + (this.playButton?.parentElement.parentElement.offsetHeight || 0);
    return Math.max((this.options.whole ? window.innerHeight : CELL_HEIGHT) - around - 12, 300);
  }

  #fit() {
    const { width, height } = this.stage;
    const sharp = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * sharp);
    this.canvas.height = Math.round(height * sharp);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.context.setTransform(sharp, 0, 0, sharp, 0, 0);
  }

  /** What is to be seen at the instant: everything that depends on it. */
  show() {
    if (!this.stage.boxes) return;
    const { launch, instant, chosen } = this;
    this.stage.paint(this.context, { instant, chosen, theme: this.colours, words: this.words, hover: this.hovered });
    const statement = this.#statementNow();
    this.source.light(statement);
    this.#say(statement === null ? null : statement.line);
    this.#tell();
    this.blockInput.value = chosen.block;
    this.threadInput.value = this.thread;
    if (!this.playButton) return;
    this.slider.value = instant.rounds;
    const place = { step: wholeText(instant.steps), steps: wholeText(launch.steps) };
    this.place.textContent = fill(this.words.words.step, place);
    this.slider.setAttribute("aria-valuetext", this.place.textContent);
  }

  /** Of the chosen warp, if it takes part, else of the step that is played; null: of none. */
  #statementNow() {
    const { launch, instant } = this;
    const { latest, fresh } = this.stage;
    const step = fresh ? latest : instant.steps - 1;
    return step < 0 || instant.ended ? null : launch.statements[launch.statement[step]];
  }

  #say(line) {
    const { launch, instant, words } = this;
    const { latest, fresh } = this.stage;
    let text = words.no_steps;
    let code = "";
    if (launch.steps && instant.ended) text = words.end;
    else if (launch.steps && instant.steps === 0) text = words.start;
    else if (launch.steps) {
      const step = fresh ? latest : instant.steps - 1;
      text = words.captions[launch.statement[step]];
      code = launch.sourceLine(launch.statement[step]);
    }
    const folded = this.playing ? launch.columns["tempo.folded"][instant.rounds] : 0;
    const quick = folded > 1 ? fill(words.words["caption-rounds"], { n: wholeText(folded) }) : null;
    this.caption.replaceChildren(
      line === null ? "" : h("span", { class: "gv-muted" }, fill(words.words.line, { line })), h("b", {}, text || ""),
      code ? h("code", {}, code) : "", quick ? h("span", { class: "gv-muted" }, quick) : "");
    this.caption.setAttribute("aria-live", this.playing ? "off" : "polite");
    this.canvas.setAttribute("aria-label", `${words.words.stage}: ${text || ""}`);
  }

  #tell() {
    const { launch, words, chosen, instant } = this;
    if (this.playing && this.told && performance.now() - this.told < 120) return;
    this.told = performance.now();
    const go = (row, thread) => {
      if (thread !== undefined) this.#take(Math.floor(thread / launch.threads), thread % launch.threads);
      this.jump(launch.at(launch.accesses.when[row] + 1));
    };
    const story = chosen.element
      ? elementStory(launch, words, chosen.element, instant, go, (block, thread) => this.chooseThread(block, thread))
      : threadStory(launch, words, chosen, instant, go);
    this.story.replaceChildren(...story);
  }

  paintMarks() {
    if (!this.marks) return;
    const { launch, marks } = this;
    const [width, height] = [marks.clientWidth, marks.clientHeight];
    if (!width) return;
    marks.width = width;
    marks.height = height;
    const c = marks.getContext("2d");
    const colours = { divergence: this.colours.read, barrier: this.colours.barrier, hazard: this.colours.hazard };
    for (const [kind, colour] of Object.entries(colours)) {
      c.fillStyle = colour;
      for (const moment of launch.columns[`mark.${kind}`] || []) {
        const share = launch.at(moment).rounds / (launch.rounds + 1);
        c.fillRect(8 + share * (width - 16) - 1, kind === "hazard" ? 0 : height * 0.2, 2, kind === "hazard" ? height : height * 0.6);
      }
    }
  }

  // -- time -------------------------------------------------------------------------------------

  go(instant) { this.instant = instant; this.show(); }

  jump(instant) { this.pause(); this.go(instant); }

  step(by) {
    const { instant, launch } = this;
    const steps = instant.ended && by < 0 ? launch.steps : instant.steps + by;
    this.jump(steps > launch.steps ? launch.end : launch.at(Math.max(steps, 0)));
  }

  /** To the end of the round that is under way, of the next one, or of the one before. */
  stepRound(by) {
    const { launch, instant } = this;
    const isWhole = instant.ended || launch.roundsOver(instant) === instant.rounds;
    const rounds = by > 0 && !isWhole ? instant.rounds : instant.rounds + by;
    this.jump(launch.atRound(Math.min(Math.max(rounds, 0), launch.rounds + 1)));
  }

  toggle() { if (this.playing) this.pause(); else this.play(); }

  play() {
    if (!this.launch.steps) return;
    if (this.instant.ended) this.instant = this.launch.at(0);
    this.playing = true;
    this.#playLook();
    let since = performance.now();
    const tick = (now) => {
      if (!this.playing) return;
      const seconds = this.launch.columns["tempo.seconds"];
      let { rounds } = this.instant;
      let left = ((now - since) / 1000) * this.speed;
      const before = rounds;
      while (rounds <= this.launch.rounds && left >= seconds[rounds]) left -= seconds[rounds++];
      if (rounds > before) {
        since = now - (left * 1000) / this.speed;
        this.go(this.launch.atRound(rounds));
      }
      if (this.instant.ended) this.pause();
      else this.frame = requestAnimationFrame(tick);
    };
    this.show();
    this.frame = requestAnimationFrame(tick);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.#playLook();
    this.told = 0;
    this.show();
  }

  #playLook() {
    const name = this.words.words[this.playing ? "pause" : "play"];
    this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    this.playButton.title = name;
    this.playButton.setAttribute("aria-label", name);
    this.playButton.setAttribute("aria-pressed", String(this.playing));
  }

  /** To where the chosen warp, or else anybody, executes a line next; from the start if never again. */
  goToLine(of, line) {
    const { launch, chosen, instant } = this;
    const row = launch.row(chosen.block, chosen.warp);
    const mine = row < 0 ? [] : Array.from(launch.byWarp.of(row));
    const all = Array.from({ length: launch.steps }, (_, step) => step);
    for (const steps of [mine, all]) {
      const here = steps.filter((step) => {
        const { function: row, line: its } = launch.statements[launch.statement[step]];
        return row === of && its === line;
      });
      const next = here.find((step) => step >= instant.steps) ?? here[0];
      if (next !== undefined) { this.jump(launch.at(next + 1)); return; }
    }
  }

  // -- choosing ---------------------------------------------------------------------------------

  #take(block, thread) {
    const changed = block !== this.chosen.block;
    this.chosen = { block, warp: Math.floor(thread / WARP), lane: thread % WARP, element: null };
    if (!changed) return;
    this.stage.layout(this.stage.width, this.stage.base, block, this.stage.room);
    this.#fit();
  }

  chooseThread(block, thread) {
    this.#take(block, thread);
    this.told = 0;
    this.show();
  }

  chooseElement(array, element, block) {
    this.chosen.element = { array, element, block };
    this.told = 0;
    this.show();
  }

  showHazard(row, party = 0) {
    const { block, thread, moment } = this.launch.hazards[row].parties[party];
    this.#take(block, thread);
    this.jump(moment === null ? this.launch.end : this.launch.at(moment));
    this.canvas.scrollIntoView({ block: "nearest" });
  }

  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.stage.hit(event.clientX - box.left, event.clientY - box.top);
  }

  click(event) {
    const hit = this.#at(event);
    if (!hit) return;
    if (hit.kind === "block") this.chooseThread(hit.block, Math.min(this.thread, this.launch.threads - 1));
    else if (hit.kind === "thread") this.chooseThread(hit.block, hit.thread);
    else this.chooseElement(hit.array, hit.element, hit.block);
  }

  hover(event) {
    const hit = event && event.pointerType !== "touch" ? this.#at(event) : null;
    this.tip.hidden = !hit;
    const before = this.hovered;
    this.hovered = hit?.box || null;
    if (hit) {
      this.tip.textContent = this.#tipOf(hit);
      const box = this.canvas.getBoundingClientRect();
      const x = event.clientX - box.left;
      this.tip.style.left = `${Math.min(x + 14, box.width - this.tip.offsetWidth)}px`;
      this.tip.style.top = `${event.clientY - box.top + 16}px`;
    }
    this.canvas.style.cursor = hit ? "pointer" : "";
    if (before?.x !== this.hovered?.x || before?.y !== this.hovered?.y) {
      this.stage.paint(this.context, { instant: this.instant, chosen: this.chosen, theme: this.colours,
        words: this.words, hover: this.hovered });
    }
  }

  #tipOf(hit) {
    const { launch, words, instant } = this;
    if (hit.kind === "block") {
      return `${words.words.block} ${launch.blockName(hit.block)}: ${words.states[launch.blockState(hit.block, instant)]}`;
    }
    if (hit.kind === "thread") {
      const { text } = stateWords(launch, words, hit.block, hit.thread, instant);
      const names = { thread: launch.threadName(hit.thread), block: launch.blockName(hit.block) };
      return `${fill(words.words["thread-title"], names)}: ${text}`;
    }
    const touches = launch.touchesOf(hit.array, hit.element, hit.block);
    const value = launch.contentAt(hit.array, hit.element, hit.block, instant, touches);
    return `${launch.elementName(hit.array, hit.element)} = ${valueText(value, launch.arrays[hit.array].type)}`;
  }

  // -- keys -------------------------------------------------------------------------------------

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.launch.steps) return;
    const { target } = event;
    const tag = target.tagName;
    const types = tag === "SELECT" || (tag === "INPUT" && target.type === "number");
    const presses = ["BUTTON", "SUMMARY", "A"].includes(tag);
    if (types || (event.key === " " && presses)) return;
    const onStage = target === this.canvas;
    const acts = {
      " ": () => this.toggle(),
      ArrowLeft: () => (event.shiftKey ? this.stepRound(-1) : this.step(-1)),
      ArrowRight: () => (event.shiftKey ? this.stepRound(1) : this.step(1)),
      Home: () => this.jump(this.launch.at(0)),
      End: () => this.jump(this.launch.end),
      ArrowUp: onStage ? () => this.#nextThread(-1) : null,
      ArrowDown: onStage ? () => this.#nextThread(1) : null,
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  #nextThread(by) {
    const all = this.launch.threads * this.launch.launch.blocks;
    const thread = Math.min(Math.max(this.chosen.block * this.launch.threads + this.thread + by, 0), all - 1);
    this.chooseThread(Math.floor(thread / this.launch.threads), thread % this.launch.threads);
  }
}

/**
 * Shows a launch in an element. `data`: a payload, as bytes or base64. Options: `whole` (it is the
 * whole page: keys are heard everywhere), `theme` ("dark", "light"), `language` ("en", "zh_CN"),
 * `step` (so many steps have been taken at first).
 */
export function mount(element, data, options = {}) {
  const view = new View(element, options);
  const ready = view.open(data);
  ready.catch(() => {});
  return {
    ready,
    /** "dark" or "light"; null: as the reader's system has it. */
    setTheme: (name) => { view.theme = name; if (view.themeButton) view.colour(); },
    destroy: () => view.destroy(),
    view,
  };
}

export { Launch, Touched, readPayload, valueText };
