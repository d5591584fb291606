// What stands in words beside the stage. Whatever comes from a launch becomes text nodes, never HTML.

const MOST_LISTED = 24;
const STRINGS = /("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')/;
const PYTHON = tokens(/(#[^\n]*)/, "and as assert break continue def del elif else False for from if import in is lambda None not or pass return True while with");
const CUDA_C = tokens(/(\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*)/, "auto bool break case const constexpr continue default do double else extern false float for half if inline int long return short signed sizeof static struct switch template true typename unsigned using void volatile while __constant__ __device__ __forceinline__ __global__ __restrict__ __shared__");
const TOKEN_KINDS = ["comment", "string", "decorator", "keyword", "digit"];

/** An element; children that are strings become text. */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") element.className = value;
    else if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

const ICONS = {
  first: "M4 4h2v12H4zM16 4v12l-9-6z", back: "M14 4v12L5 10z", play: "M5 3v14l12-7z",
  pause: "M5 4h4v12H5zM11 4h4v12h-4z", forward: "M6 4v12l9-6z", last: "M14 4h2v12h-2zM4 4v12l9-6z",
  theme: "M10 2a8 8 0 1 0 0 16a8 8 0 0 0 0-16zM10 4a6 6 0 0 1 0 12z", jump: "M4 9h7V5l6 5-6 5v-4H4z",
};

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A sentence with its places filled. */
function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (place, name) => (name in values ? values[name] : place));
}

/** Words with `code` and **bold** as elements. */
function rich(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.length > 2 && part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.length > 4 && part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    return part;
  });
}

/** What tells the tokens of a language: comments, strings, decorators, keywords, numbers. */
function tokens(comments, keywords) {
  const words = keywords.split(" ").join("|");
  return new RegExp(`${comments.source}|${STRINGS.source}|(@[\\w.]+)|\\b(${words})\\b|\\b(\\d[\\w.]*)\\b`, "g");
}

/** A text as lines of [kind, text]; the kind is empty for what is no token. */
function tokenLines(text, language) {
  const lines = [[]];
  const put = (kind, piece) => piece.split("\n").forEach((part, at) => {
    if (at > 0) lines.push([]);
    if (part) lines[lines.length - 1].push([kind, part]);
  });
  let end = 0;
  for (const found of text.matchAll(language)) {
    put("", text.slice(end, found.index));
    put(TOKEN_KINDS[found.slice(1).findIndex((one) => one !== undefined)], found[0]);
    end = found.index + found[0].length;
  }
  put("", text.slice(end));
  return lines;
}

/** The source, the line that is played lit. */
class SourcePanel {
  constructor(launch, words, onLine) {
    this.lines = new Map();
    const most = Math.max(1, ...launch.statements.map((one) => one.steps || 0));
    const steps = new Map();
    for (const { function: row, line, steps: taken } of launch.statements) {
      const place = `${row}:${line}`;
      steps.set(place, Math.max(steps.get(place) || 0, taken || 0));
    }
    this.list = h("div", { class: "gv-code", tabindex: "0", "aria-label": words.source });
    for (const [row, one] of launch.functions.entries()) {
      this.list.append(h("div", { class: "gv-file" }, one.file));
      tokenLines(one.text, /\.(cu|cuh|c|cc|cpp|h|hpp)$/.test(one.file) ? CUDA_C : PYTHON).forEach((tokens, at) => {
        const line = one.line + at;
        const place = `${row}:${line}`;
        const share = (steps.get(place) || 0) / most;
        const bar = h("span", { class: "gv-heat" }, h("i"));
        bar.firstChild.style.width = `${Math.round(100 * share)}%`;
        const isCode = steps.has(place);
        const shown = h("div", { class: isCode ? "gv-line gv-can" : "gv-line", click: () => isCode && onLine(row, line) },
          h("span", { class: "gv-number" }, String(line)),
          h("span", { class: "gv-text" }, tokens.map(([kind, text]) => (
            kind ? h("span", { class: `gv-${kind}` }, text) : text))),
          isCode ? bar : h("span"));
        this.lines.set(place, shown);
        this.list.append(shown);
      });
    }
    this.element = h("section", { class: "gv-panel gv-source" }, h("h2", {}, words.source), this.list);
  }

  /** Lights the line of a statement, and brings it into sight; null lights none. */
  light(statement) {
    const place = statement === null ? null : `${statement.function}:${statement.line}`;
    if (this.lit === place) return;
    this.lines.get(this.lit)?.classList.remove("gv-lit");
    this.lit = place;
    const row = this.lines.get(place);
    if (!row) return;
    row.classList.add("gv-lit");
    const { list } = this;
    const top = row.offsetTop; // within the list
    if (top < list.scrollTop + 24 || top > list.scrollTop + list.clientHeight - 48) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }
}

function facts(rows) {
  return h("div", { class: "gv-facts" }, rows.filter(Boolean).map(([name, value, tone]) => [
    h("span", { class: "gv-name" }, name), h("span", { class: tone ? `gv-value gv-${tone}` : "gv-value" }, value)]));
}

/** Where a thread is, in words. */
function stateWords(launch, words, block, thread, instant) {
  const row = launch.row(block, Math.floor(thread / WARP));
  const state = launch.laneStates(block, Math.floor(thread / WARP), instant)[thread % WARP];
  const latest = row < 0 ? -1 : launch.latest(row, instant);
  const template = {
    [STATE.RUNNING]: "running-line", [STATE.READY]: "ready-line", [STATE.AT_BARRIER]: "barrier-line",
    [STATE.FINISHED]: "finished-line", [STATE.MASKED_OFF]: "masked-line", [STATE.HAZARD]: "hazard-line",
  }[state];
  const active = latest >= 0 && hasLane(launch.mask[latest], thread % WARP);
  const bare = latest < 0 || !template || (state === STATE.FINISHED && !active);
  const line = bare ? 0 : launch.statements[launch.statement[latest]].line;
  return { state, text: bare ? words.states[state] : fill(words.words[template], { line }) };
}

const KINDS = { read: "reads", write: "writes", atomic: "atomic" };

/** The story of a thread at an instant. */
function threadStory(launch, words, { block, warp, lane }, instant, go) {
  const w = words.words;
  const thread = warp * WARP + lane;
  const row = launch.row(block, warp);
  const latest = row < 0 ? -1 : launch.latest(row, instant);
  const { state, text } = stateWords(launch, words, block, thread, instant);
  const title = fill(w["thread-title"], { thread: launch.threadName(thread), block: launch.blockName(block) });
  const sm = launch.columns["block.sm"]?.[block];
  const story = [h("h2", {}, title), facts([
    [w.lane, `${warp} · ${lane}`],
    [w.state, [h("span", { class: `gv-dot gv-state-${state}` }), text]],
    sm === undefined ? null : [w.sm, fill(w["sm-modelled"], { sm })],
    [w.number, wholeText(block * launch.threads + thread)],
  ])];
  for (const hazard of launch.hazardsOf(block, thread, instant)) {
    story.push(h("p", { class: "gv-alarm" }, words.hazards[hazard][0]));
  }
  if (row < 0) return [...story, h("p", { class: "gv-muted" }, w["not-kept"])];
  const now = stepFacts(launch, w, latest, lane);
  if (now.length) {
    const code = launch.sourceLine(launch.statement[latest]);
    story.push(h("div", { class: "gv-step" }, h("h3", {}, w["this-step"]), h("code", {}, code), facts(now)));
  }
  const variables = launch.variablesAt(block, thread, latest);
  if (variables.length) {
    story.push(h("h3", {}, w.variables), h("div", { class: "gv-values" }, facts(
      variables.map(({ name, value, type }) => [name, valueText(value, type)]))));
  }
  return [...story, ...threadAccesses(launch, w, block, thread, instant, go)];
}

/** What one lane does in a step: what it reads, writes and is given. */
function stepFacts(launch, w, latest, lane) {
  if (latest < 0 || !hasLane(launch.mask[latest], lane)) return [];
  const found = [];
  for (const row of launch.accessesOf(latest)) {
    if (hasLane(launch.accesses.mask[row], lane)) found.push(accessFact(launch, w, row, lane));
  }
  for (const row of launch.exchangesOf(latest)) {
    const table = launch.exchanged;
    if (!hasLane(table.mask[row], lane)) continue;
    const type = table.typeOf(row);
    found.push([table.kind(row), fill(w.gives, { value: valueText(table.given(row, lane), type) })]);
    const value = valueText(table.received(row, lane), table.isShuffle(row) ? type : "uint64");
    const source = table.source(row, lane);
    found.push(["", source < 0 ? fill(w.gets, { value }) : fill(w["gets-from"], { value, lane: source })]);
  }
  return found;
}

function accessFact(launch, w, row, lane) {
  const table = launch.accesses;
  const { kind } = launch.sites[table.site[row]];
  const array = table.of[row];
  const element = launch.elementName(array, table.elementOf(row, lane));
  const value = valueText(table.value(row, lane), launch.arrays[array].type);
  return [fill(w[KINDS[kind]], { e: element }), value, kind === "read" ? "read" : "write"];
}

function threadAccesses(launch, w, block, thread, instant, go) {
  const rows = launch.accessesOfThread(block, thread);
  if (!rows.length) return [h("p", { class: "gv-muted" }, w["no-accesses"])];
  const table = launch.accesses;
  const passed = rows.findIndex((row) => table.when[row] >= instant.steps);
  const here = passed < 0 ? rows.length : passed;
  const begin = Math.max(Math.min(here - MOST_LISTED / 2, rows.length - MOST_LISTED), 0);
  const shown = rows.slice(begin, begin + MOST_LISTED);
  return [h("h3", {}, w["all-accesses"]), h("ol", { class: "gv-touches", start: begin + 1 }, shown.map((row) => {
    const [text, value, tone] = accessFact(launch, w, row, thread % WARP);
    return touchRow(launch, w, row, instant, go, [h("span", { class: `gv-${tone}` }, text), h("span", {}, value)]);
  })), more(w, rows.length - shown.length)];
}

function touchRow(launch, w, row, instant, go, parts) {
  const table = launch.accesses;
  const when = table.when[row];
  const classes = when >= instant.steps ? "gv-later" : when === instant.steps - 1 ? "gv-current" : "";
  const { line } = launch.sites[table.site[row]];
  return h("li", { class: classes }, h("button", { type: "button", title: w.jump, click: () => go(row) }, parts,
    h("span", { class: "gv-muted" }, fill(w.line, { line }))));
}

function more(w, count) {
  return count > 0 ? h("p", { class: "gv-muted" }, fill(w.more, { n: wholeText(count) })) : "";
}

/** The story of an element at an instant. */
function elementStory(launch, words, { array, element, block }, instant, go, choose) {
  const w = words.words;
  const info = launch.arrays[array];
  const touches = launch.touchesOf(array, element, block);
  const isGlobal = info.space === "global";
  const text = (value) => (value === null ? "…" : valueText(value, info.type));
  const threadLink = (thread) => {
    const [inBlock, linear] = [Math.floor(thread / launch.threads), thread % launch.threads];
    const name = fill(w["thread-short"], { thread: launch.threadName(linear), block: launch.blockName(inBlock) });
    return h("button", { type: "button", class: "gv-link", click: () => choose(inBlock, linear) }, name);
  };
  const last = touches.filter(({ row }) => launch.sites[launch.accesses.site[row]].kind !== "read").at(-1);
  const inColumn = isGlobal ? launch.writer(array, element) : -1;
  const writer = inColumn >= 0 || !last ? inColumn : threadOf(launch, last);
  const story = [h("h2", {}, launch.elementName(array, element)), facts([
    [info.type, isGlobal ? "" : fill(w["shared-of"], { block: launch.blockName(block ?? 0) })],
    isGlobal ? [w.before, text(launch.kept("before", array, element))] : null,
    [w.now, text(launch.contentAt(array, element, block, instant, touches))],
    isGlobal ? [w.after, text(launch.kept("after", array, element) ?? launch.kept("before", array, element))] : null,
    [w.writer, writer < 0 ? w.nobody : threadLink(writer)],
  ])];
  if (!touches.length) return [...story, h("p", { class: "gv-muted" }, w["not-touched"])];
  const rows = touches.slice(0, MOST_LISTED).map((touch) => {
    const { kind } = launch.sites[launch.accesses.site[touch.row]];
    const value = valueText(launch.accesses.value(touch.row, touch.lane), info.type);
    const who = threadOf(launch, touch);
    const name = fill(w["thread-short"], {
      thread: launch.threadName(who % launch.threads), block: launch.blockName(Math.floor(who / launch.threads)) });
    return touchRow(launch, w, touch.row, instant, () => go(touch.row, who), [
      h("span", { class: kind === "read" ? "gv-read" : "gv-write" }, `${name}: ${w[`kind-${kind}`]}`), h("span", {}, value)]);
  });
  return [...story, h("h3", {}, w["touched-by"]), h("ol", { class: "gv-touches" }, rows),
    more(w, touches.length - rows.length)];
}

/** The thread, counted in the launch, of a touch. */
function threadOf(launch, { row, lane }) {
  const warp = launch.warpOf[launch.accesses.when[row]];
  return launch.blockOfRow(warp) * launch.threads + (warp % launch.perBlock) * WARP + lane;
}

/** Hazards and checks, figures, what stands out, notes. */
function sections(launch, words, showHazard) {
  const w = words.words;
  const hazards = words.hazards.map(([title, text], row) => h("article", { class: "gv-hazard" },
    h("h3", {}, title), h("p", {}, rich(text)), launch.steps ? launch.hazards[row].parties.map(({ block, thread }, party) => (
      h("button", { type: "button", title: w.jump, click: () => showHazard(row, party) }, icon("jump"), fill(w["thread-short"],
        { thread: launch.threadName(thread), block: launch.blockName(block) })))) : null));
  if (words.failure) hazards.unshift(h("p", { class: "gv-alarm" }, rich(words.failure)));
  const checks = words.checks.map(({ words: text, tone, about }) => h("li", { class: `gv-${tone}`, title: about }, text));
  const found = [h("section", { class: "gv-panel gv-found" }, h("h2", {}, w.checks), hazards,
    h("ul", { class: "gv-checks" }, checks))];
  for (const { title, rows } of words.figures) found.push(figureSection(title, rows));
  if (words.trust) found.at(-1).append(h("p", { class: "gv-muted" }, rich(words.trust)));
  if (words.stand_out.length) {
    found.push(h("section", { class: "gv-panel" }, h("h2", {}, w["stand-out"]), words.stand_out.map(([title, figure, text]) => (
      h("details", {}, h("summary", {}, h("span", {}, title), h("span", {}, figure)), h("p", {}, rich(text)))))));
  }
  const { followed_before: kept, blocks } = launch.launch;
  const notes = [...words.notes];
  const counts = (few, many) => ({ kept: wholeText(few), all: wholeText(many) });
  if (launch.followed.length < kept) notes.unshift(fill(w.kept, counts(launch.followed.length, blocks)));
  else if (launch.steps && kept < blocks) notes.unshift(fill(w.followed, counts(kept, blocks)));
  if (notes.length) {
    found.push(h("section", { class: "gv-panel" }, h("h2", {}, w.notes), notes.map((note) => h("p", {}, rich(note)))));
  }
  found.push(h("section", { class: "gv-panel" }, h("h2", {}, w.keys), h("ul", {}, ["play", "step", "round", "ends", "lane"].map(
    (key) => h("li", {}, w[`keys-${key}`])))));
  return found;
}

/** Rows of figures; what tells more of one opens under it. */
function figureSection(title, rows) {
  return h("section", { class: "gv-panel" }, h("h2", {}, title), rows.map(({ label, value, tip, formula, change }) => {
    const told = [tip, formula, change].filter(Boolean);
    const row = [h("span", {}, label), h("span", {}, value)];
    if (!told.length) return h("div", { class: "gv-row" }, row);
    return h("details", {}, h("summary", {}, row), told.map((text) => h("p", {}, rich(text))));
  }));
}
