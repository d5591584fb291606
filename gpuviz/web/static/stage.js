// The stage: grid, block, warp and arrays on one canvas, and what is at a point of it.

const SHADES = [[0.55, 1], [0.18, 0.36], [0.24, 0.44], [0.42, 0.62], [0.46, 0.66]];
const MOST_ARRAYS = 10;
const LANES_ACROSS = 16;
const INK = "#12151a"; // on the bright colours of running threads, in both themes
const LONGEST = 400; // characters that are tried: a text of more is cut first
const SMALLEST_CELL = 1.5; // pixels: else a cell stands for several elements
/** How many arrays stand side by side, how high each may be, and how large everything is; the most
 * generous first. */
const ZOOMS = [1.4, 1.25, 1.12, 1];
const SHAPES = [
  ...ZOOMS.flatMap((zoom) => [[2, 1.4, zoom], [3, 1.4, zoom], [3, 1.1, zoom], [4, 1.1, zoom], [5, 1, zoom]]),
  [5, 0.8, 1], [5, 0.65, 1], [5, 0.5, 1],
];
const NARROW_SHAPES = [[2, 1, 1], [3, 0.8, 1]];

function mix(color, other, share) {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [color, other].map((one) => parseInt(one.slice(at, at + 2), 16));
    return Math.round(a * share + b * (1 - share)).toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

function inside({ x, y, w, h }, px, py) {
  return px >= x && px < x + w && py >= y && py < y + h;
}

/** How many columns make the cells of a row of things largest in a box. */
function bestColumns(count, w, h, multiple) {
  const most = Math.ceil(count / multiple);
  const guess = Math.round(Math.sqrt((count * w) / h) / multiple); // as many as make squares
  let best = [0, count];
  for (let times = Math.max(guess - 2, 1); times <= Math.min(Math.max(guess, 1) + 2, most); times++) {
    const columns = Math.min(times * multiple, count);
    const size = Math.min(w / columns, h / Math.ceil(count / columns));
    if (size > best[0]) best = [size, columns];
  }
  return best[1];
}

/** Tables of one size, side by side and one below the other as they fill a box best. */
class Layers {
  constructor(width, height, count, w, h, isApart = true) {
    Object.assign(this, { width, height, count });
    this.gap = count > 1 && isApart ? Math.ceil(Math.max(width, height) / 16) : 0;
    let best = 0;
    for (let across = 1; across <= count; across++) {
      const columns = across * (width + this.gap) - this.gap;
      const rows = Math.ceil(count / across) * (height + this.gap) - this.gap;
      const size = Math.min(w / columns, h / rows);
      if (size > best) {
        best = size;
        Object.assign(this, { across, columns, rows });
      } else if (w / columns < best) break;
    }
  }

  /** Whether every place can have a cell of its own in a box. */
  fits(w, h) { return SMALLEST_CELL * this.columns <= w && SMALLEST_CELL * this.rows <= h; }

  /** [row, column] of a place that counts through one table after the other. */
  placeOf(number) {
    const inside = number % (this.width * this.height);
    const layer = Math.floor(number / (this.width * this.height));
    const top = Math.floor(layer / this.across) * (this.height + this.gap);
    const left = (layer % this.across) * (this.width + this.gap);
    return [top + Math.floor(inside / this.width), left + (inside % this.width)];
  }

  /** The inverse; -1 between tables. */
  at(row, column) {
    const [down, y] = divided(row, this.height + this.gap);
    const [right, x] = divided(column, this.width + this.gap);
    const layer = down * this.across + right;
    if (x >= this.width || y >= this.height || right >= this.across || layer >= this.count) return -1;
    return (layer * this.height + y) * this.width + x;
  }
}

/** Height and width of the tables that an array is made of; channels lie beside each other. */
function tableOf(shape) {
  if (shape.length < 2) return [0, 0];
  const [depth, height, width] = [shape.at(-3), shape.at(-2), shape.at(-1)];
  return shape.length > 2 && width <= 4 ? [depth, height * width] : [height, width];
}

function divided(number, by) { return [Math.floor(number / by), number % by]; }

/** An array as a grid of cells in a box of at most so many pixels; a cell may gather elements. */
class ArrayBox {
  constructor(launch, array, block, w, h, largest) {
    const info = launch.arrays[array];
    Object.assign(this, { launch, array, block, info });
    const size = info.shape.reduce((a, b) => a * b, 1);
    const [height, width] = tableOf(info.shape);
    const wide = width || bestColumns(Math.max(size, 1), w, h, size > 32 ? 32 : size || 1);
    const high = height || Math.max(Math.ceil(size / wide), 1);
    const count = Math.ceil(size / (wide * high));
    this.layers = new Layers(wide, high, count, w, h);
    if (!this.layers.fits(w, h)) this.layers = new Layers(wide, high, count, w, h, false);
    const { columns, rows } = this.layers;
    this.columns = columns;
    this.across = Math.max(Math.ceil((SMALLEST_CELL * columns) / w), 1);
    this.down = Math.max(Math.ceil((SMALLEST_CELL * rows) / h), 1);
    this.cellColumns = Math.ceil(this.columns / this.across);
    this.cellRows = Math.ceil(rows / this.down);
    this.cell = Math.min(w / this.cellColumns, h / this.cellRows, largest);
    if (this.cell > 3) this.cell = Math.floor(this.cell);
    this.size = size;
    this.w = this.cell * this.cellColumns;
    this.h = this.cell * this.cellRows;
  }

  /** What costs time, once it is known that the box stays. */
  prepare() {
    const { launch, array, block, cellColumns, cellRows } = this;
    this.touched = new Touched(launch, array, block, (element) => this.cellOf(element), cellColumns * cellRows);
    this.range = this.#range();
  }

  get gathered() { return this.across * this.down; }

  cellOf(element) {
    const [row, column] = this.layers.placeOf(element);
    return Math.floor(row / this.down) * this.cellColumns + Math.floor(column / this.across);
  }

  placeOf(element) {
    const cell = this.cellOf(element);
    return {
      x: this.x + (cell % this.cellColumns) * this.cell,
      y: this.y + Math.floor(cell / this.cellColumns) * this.cell,
      w: this.cell, h: this.cell,
    };
  }

  elementAt(px, py) {
    const column = Math.floor((px - this.x) / this.cell) * this.across;
    const row = Math.floor((py - this.y) / this.cell) * this.down;
    const element = column < 0 || row < 0 ? -1 : this.layers.at(row, column);
    return element < this.size ? element : -1;
  }

  #range() {
    let [low, high] = [Infinity, -Infinity];
    for (const side of ["before", "after"]) {
      const column = this.launch.columns[`${side}.${this.array}`];
      for (let at = 0; column && at < column.length; at++) {
        const value = Number(valueOf(column, at, this.info.type));
        if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
    }
    return high > low ? { low, span: high - low } : null;
  }

  /** 0..1: how bright an element is. */
  level(element) {
    const { content } = this.touched;
    if (!content || !this.range || this.gathered > 1) return 0.5;
    return Math.min(Math.max((content[element] - this.range.low) / this.range.span, 0), 1);
  }
}

class Stage {
  constructor(launch) { this.launch = launch; }

  /** Where everything stands in so many pixels; `font` is the size of words, `room` how high it may
   * be: all is as large as fits in there. */
  layout(width, font, block, room) {
    Object.assign(this, { width, base: font, block, room });
    const wide = width >= font * 36;
    for (const [across, large, zoom] of wide ? SHAPES : NARROW_SHAPES) {
      this.#layoutAll(font * zoom, wide, across, large);
      if (this.height <= room) break;
    }
    for (const box of this.boxes) box.prepare();
  }

  #layoutAll(font, wide, across, large) {
    const { width } = this;
    Object.assign(this, { font, pad: Math.round(font * 0.7), line: Math.round(font * 1.5) });
    const { launch } = this.launch;
    const cardWidth = wide ? Math.round(width * 0.62) : width;
    this.#layoutGrid(wide ? width - cardWidth - 2 * this.pad : width, font * (wide ? 13 : 8));
    const cardTop = wide ? 0 : this.grid.y + this.grid.h + this.pad;
    this.#layoutCard(wide ? width - cardWidth : 0, cardTop, cardWidth, launch.warps_per_block);
    const below = Math.max(this.grid.y + this.grid.h, this.card.y + this.card.h) + 2.2 * this.pad;
    this.height = Math.round(this.#layoutArrays(below, across, large) + this.pad);
  }

  #layoutGrid(w, h) {
    const { grid, blocks } = this.launch.launch;
    const [x, y, z] = grid;
    const isFlat = y * z === 1;
    const wide = isFlat ? bestColumns(blocks, w, h, 1) : x;
    const layers = new Layers(wide, isFlat ? Math.ceil(blocks / wide) : y, z, w, h);
    const { columns, rows } = layers;
    const size = Math.min(w / columns, h / rows, this.font * 2.6);
    const gather = size < 1 ? Math.ceil(1 / size) : 1;
    const tile = size > 4 ? Math.floor(size) : Math.max(size, 1);
    const shown = { columns: Math.ceil(columns / gather), rows: Math.ceil(rows / gather) };
    const gap = tile > 12 ? 3 : tile > 5 ? 1 : 0;
    this.grid = {
      x: 2, y: this.line + 4, w: shown.columns * tile, h: shown.rows * tile,
      layers, tile, gap, gather, shown,
    };
  }

  #layoutCard(x, y, w, warps) {
    const { font, pad, line } = this;
    const room = w - 2 * pad;
    const rowHeight = Math.max(Math.min(font * 0.62, (font * 12) / warps), 3);
    const mini = warps > 1 ? { x: x + pad + font * 0.5, y: y + line + pad, w: room - font * 0.5,
      row: rowHeight, h: warps * rowHeight } : null;
    const top = (mini ? mini.y + mini.h + pad : y + pad * 0.5) + line * 0.9;
    const lanes = { x: x + pad, y: top, w: room / LANES_ACROSS, h: Math.round(font * 2.7), gap: 2 };
    const notes = { x: x + pad, y: lanes.y + 2 * lanes.h + pad * 0.6, rows: this.#mostNotes() };
    this.card = { x, y, w, h: notes.y + notes.rows * line * 0.9 + pad - y };
    Object.assign(this, { mini, lanes, notes });
  }

  /** How many accesses and exchanges a statement has at most: so many lines are kept free. */
  #mostNotes() {
    const counts = this.launch.statements.map(() => 0);
    for (const { statement, space } of this.launch.sites) if (space !== "local") counts[statement]++;
    return Math.min(Math.max(...counts, 1), 3);
  }

  #layoutArrays(top, across, large) {
    const { launch, font, line, pad, width } = this;
    const usable = launch.arrays
      .map((info, array) => ({ info, array }))
      .filter(({ info }) => info.space !== "local" && info.shape.every((n) => n > 0))
      .slice(0, MOST_ARRAYS);
    const columns = Math.min(across, Math.max(usable.length, 1));
    const room = (width - (columns - 1) * 2 * pad) / columns;
    this.boxes = [];
    let [x, y, deepest] = [0, top, 0];
    for (const { info, array } of usable) {
      const isRow = info.shape.length === 1;
      const isLong = isRow && info.shape[0] > 64;
      const w = isLong && usable.length < 5 ? width : room;
      const h = font * (isRow ? 5 : 13) * large;
      const block = info.space === "shared" ? this.block : null;
      const box = new ArrayBox(launch, array, block, w, h, font * 2.6);
      const needed = Math.max(box.w, Math.min(w, font * 13));
      if (x > 0 && x + needed > width + 1) [x, y, deepest] = [0, y + deepest + 1.6 * pad, 0];
      Object.assign(box, { x, y: y + line, slot: Math.max(needed, w) });
      this.boxes.push(box);
      x += needed + 2 * pad;
      deepest = Math.max(deepest, line + box.h);
    }
    return y + deepest;
  }

  // -- painting ---------------------------------------------------------------------------------

  paint(context, { instant, chosen, theme, words, hover }) {
    Object.assign(this, { c: context, instant, chosen, theme, words });
    this.row = this.launch.row(chosen.block, chosen.warp);
    this.latest = this.row < 0 ? -1 : this.launch.latest(this.row, instant);
    this.states = this.launch.laneStates(chosen.block, chosen.warp, instant);
    this.fresh = this.latest >= 0 && !instant.ended
      && this.launch.round[this.latest] + 1 >= instant.rounds;
    context.clearRect(0, 0, this.width, this.height);
    this.#paintGrid();
    this.#paintCard();
    for (const box of this.boxes) this.#paintArray(box);
    this.#paintTies();
    this.#paintCardWords();
    this.#paintExchanges();
    this.#paintChosenElement();
    if (hover) this.#outline(hover, this.theme.text, 1);
  }

  #text(text, x, y, { color = this.theme.text, size = this.font * 0.86, bold = false, mono = false,
    align = "left", most = Infinity, back = null } = {}) {
    const { c } = this;
    c.font = `${bold ? 600 : 400} ${size}px ${mono ? this.mono : this.sans}`;
    c.fillStyle = color;
    c.textAlign = align;
    c.textBaseline = "middle";
    let shown = most === Infinity ? text : text.slice(0, LONGEST);
    while (shown.length > 1 && c.measureText(shown).width > most) shown = `${shown.slice(0, -2)}…`;
    const wide = c.measureText(shown).width;
    if (back) {
      c.globalAlpha = 0.86;
      c.fillStyle = back;
      c.fillRect(x - 3, y - size * 0.75, wide + 6, size * 1.5);
      c.globalAlpha = 1;
      c.fillStyle = color;
    }
    c.fillText(shown, x, y);
    return wide;
  }

  #outline({ x, y, w, h }, color, width) {
    this.c.strokeStyle = color;
    this.c.lineWidth = width;
    this.c.strokeRect(x - width / 2, y - width / 2, w + width, h + width);
  }

  #paintGrid() {
    const { c, grid, theme, launch, chosen, instant } = this;
    const title = fill(this.words.words["grid-title"], {
      blocks: launch.launch.grid.filter((n, at) => n > 1 || at === 0).map(wholeText).join(" × "),
    });
    this.#text(title, 0, this.line / 2, { color: theme.muted });
    for (let row = 0; row < grid.shown.rows; row++) {
      for (let column = 0; column < grid.shown.columns; column++) {
        const block = grid.layers.at(row * grid.gather, column * grid.gather);
        if (block < 0 || block >= launch.launch.blocks) continue;
        c.fillStyle = theme.states[launch.blockState(block, instant)];
        const side = grid.tile - grid.gap;
        c.fillRect(grid.x + column * grid.tile, grid.y + row * grid.tile, side, side);
      }
    }
    for (const hazard of launch.hazards) {
      for (const { block, moment } of hazard.parties) {
        if (instant.steps >= (moment ?? launch.steps)) {
          this.#outline(this.tileOf(block), theme.hazard, 2);
        }
      }
    }
    this.#outline(this.tileOf(chosen.block), theme.text, 2);
  }

  tileOf(block) {
    const { grid } = this;
    const [row, column] = grid.layers.placeOf(block).map((one) => Math.floor(one / grid.gather));
    const side = Math.max(grid.tile - grid.gap, 2);
    return { x: grid.x + column * grid.tile, y: grid.y + row * grid.tile, w: side, h: side };
  }

  #paintCard() {
    const { c, card, theme, chosen, line } = this;
    const tile = this.tileOf(chosen.block);
    c.fillStyle = theme.panel;
    c.strokeStyle = theme.line;
    c.lineWidth = 1;
    c.beginPath();
    c.roundRect(card.x + 0.5, card.y + 0.5, card.w - 1, card.h - 1, 6);
    c.fill();
    c.stroke();
    if (card.x > 0) this.#tie([tile.x + tile.w, tile.y + tile.h / 2], [card.x, card.y + line / 2]);
  }

  #paintCardWords() {
    const { card, theme, chosen, launch, line, pad, font } = this;
    const names = { block: launch.blockName(chosen.block), warp: chosen.warp,
      warps: launch.launch.warps_per_block };
    if (this.mini) {
      this.#text(fill(this.words.words["block-title"], names), card.x + pad, card.y + line * 0.75,
        { color: theme.muted });
      this.#paintMini();
    }
    const y = this.lanes.y - line * 0.5;
    const wide = this.#text(fill(this.words.words["warp-title"], names), card.x + pad, y,
      { bold: true, size: font });
    if (this.latest >= 0) {
      const mask = `0x${this.launch.mask[this.latest].toString(16).padStart(8, "0")}`;
      const label = `${this.words.words.mask} ${mask}`;
      this.#text(label, card.x + card.w - pad, y, { color: theme.muted, mono: true, align: "right",
        size: font * 0.78, most: card.w - 3 * pad - wide });
    }
    this.#paintLanes();
    this.#paintNotes();
  }

  #paintMini() {
    const { c, mini, theme, chosen, launch, instant } = this;
    const lane = mini.w / WARP;
    for (let warp = 0; warp < launch.launch.warps_per_block; warp++) {
      const states = launch.laneStates(chosen.block, warp, instant);
      const y = mini.y + warp * mini.row;
      states.forEach((state, at) => {
        if (state < 0) return;
        c.fillStyle = theme.states[state];
        c.fillRect(mini.x + at * lane, y, lane - (lane > 4 ? 1 : 0), mini.row - 1);
      });
      if (warp === chosen.warp) {
        c.fillStyle = theme.text;
        c.fillRect(mini.x - this.font * 0.5, y, this.font * 0.25, mini.row - 1);
      }
    }
  }

  laneBox(lane) {
    const { lanes } = this;
    return {
      x: lanes.x + (lane % LANES_ACROSS) * lanes.w, y: lanes.y + Math.floor(lane / LANES_ACROSS) * lanes.h,
      w: lanes.w - lanes.gap, h: lanes.h - lanes.gap,
    };
  }

  #paintLanes() {
    const { c, theme, chosen, launch, font } = this;
    const [bx, by, bz] = launch.launch.block;
    this.states.forEach((state, lane) => {
      if (state < 0) return;
      const box = this.laneBox(lane);
      c.fillStyle = theme.states[state];
      c.beginPath();
      c.roundRect(box.x, box.y, box.w, box.h, 3);
      c.fill();
      if (state === STATE.MASKED_OFF || state === STATE.NOT_STARTED) {
        c.strokeStyle = theme.line;
        c.lineWidth = 1;
        c.stroke();
      }
      const ink = theme.inks[state];
      const x = box.x + box.w / 2;
      const size = Math.min(font * 0.8, box.w * 0.62);
      const thread = chosen.warp * WARP + lane;
      this.#text(String(lane), x, box.y + box.h * 0.3, { color: ink, size, bold: true, align: "center" });
      const index = by * bz === 1 ? `${thread}` : `${thread % bx},${Math.floor(thread / bx) % by}`;
      this.#text(index, x, box.y + box.h * 0.72, { color: ink, size: Math.min(size * 0.85,
        (box.w * 1.5) / Math.max(index.length, 2)), align: "center" });
    });
    if (chosen.lane !== null) this.#outline(this.laneBox(chosen.lane), theme.text, 2);
  }

  #paintNotes() {
    const { launch, notes, theme, words, card, pad } = this;
    if (!this.fresh) return;
    const told = [];
    for (const row of launch.accessesOf(this.latest)) told.push(this.#accessNote(row));
    for (const row of launch.exchangesOf(this.latest)) {
      told.push({ text: launch.exchanged.kind(row), color: theme.words.barrier });
    }
    told.slice(0, notes.rows).forEach(({ text, color }, at) => {
      const more = at === notes.rows - 1 && told.length > notes.rows;
      const shown = more ? fill(words.words.more, { n: told.length - notes.rows + 1 }) : text;
      this.#text(shown, notes.x, notes.y + (at + 0.5) * this.line * 0.9,
        { color: more ? theme.muted : color, most: card.w - 2 * pad, back: theme.panel });
    });
  }

  #accessNote(row) {
    const { launch, words, theme } = this;
    const table = launch.accesses;
    const site = launch.sites[table.site[row]];
    const elements = table.element.subarray(table.first[row], table.first[row + 1]);
    let [low, high] = [Infinity, -Infinity];
    for (const one of elements) [low, high] = [Math.min(low, one), Math.max(high, one)];
    const array = table.of[row];
    const span = launch.elementName(array, low) + (high > low ? "…" : "");
    const color = site.kind === "read" ? theme.words.read : theme.words.write;
    if (launch.arrays[array].space !== "global") {
      return { text: fill(words.words[`access-${site.kind}`], { span }), color };
    }
    const { sectors, needed } = launch.sectors(row);
    const name = `moved-${site.kind}${sectors === 1 ? "-one" : ""}`;
    const values = { span, sectors, needed, moved: 32 * sectors };
    return { text: fill(words.words[name], values), color };
  }

  #palette() {
    if (this.paletteOf === this.theme) return this.colors;
    const { theme } = this;
    const hues = [theme.not_started, theme.read, theme.write, theme.read, theme.write];
    this.paletteOf = theme;
    this.colors = hues.map((hue, touch) => {
      const [low, high] = SHADES[touch];
      return Array.from({ length: 33 }, (_, level) => (
        mix(hue, theme.background, low + ((high - low) * level) / 32)));
    });
    this.pixels = this.colors.map((row) => row.map((one) => {
      const [red, green, blue] = [1, 3, 5].map((at) => parseInt(one.slice(at, at + 2), 16));
      return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0; // as little endians keep it
    }));
    return this.colors;
  }

  #paintArray(box) {
    const { c, theme, font, words } = this;
    const { info } = box;
    const wide = this.#text(info.name, box.x, box.y - this.line / 2, { bold: true, mono: true,
      most: box.slot * 0.7 });
    const shared = info.space === "shared" ? `${words.words.shared} ` : "";
    const each = box.gathered > 1 ? ` · ${fill(words.words["per-cell"], { n: box.gathered })}` : "";
    const about = `${shared}${info.type}[${info.shape.map(wholeText).join(", ")}]${each}`;
    this.#text(about, box.x + wide + font * 0.6, box.y - this.line / 2, { color: theme.muted,
      size: font * 0.76, mono: true, most: Math.max(box.slot - wide - font * 0.8, font * 4) });
    this.#paintCells(box, this.#palette(), box.touched.at(this.instant));
  }

  /** Cells with gaps one by one, small ones as an image with a pixel for each. */
  #paintCells(box, colors, touch) {
    const { c } = this;
    const image = box.cell < 5 ? new ImageData(box.cellColumns, box.cellRows) : null;
    const pixels = image && new Uint32Array(image.data.buffer);
    for (let row = 0; row < box.cellRows; row++) {
      for (let column = 0; column < box.cellColumns; column++) {
        const element = box.layers.at(row * box.down, column * box.across);
        if (element < 0 || element >= box.size) continue;
        const cell = row * box.cellColumns + column;
        const level = Math.round(box.level(element) * 32);
        if (image) {
          pixels[cell] = this.pixels[touch[cell]][level];
          continue;
        }
        c.fillStyle = colors[touch[cell]][level];
        c.fillRect(box.x + column * box.cell, box.y + row * box.cell, box.cell - 1, box.cell - 1);
      }
    }
    if (!image) return;
    box.picture ??= document.createElement("canvas");
    Object.assign(box.picture, { width: box.cellColumns, height: box.cellRows });
    box.picture.getContext("2d").putImageData(image, 0, 0);
    c.imageSmoothingEnabled = false;
    c.drawImage(box.picture, box.x, box.y, box.w, box.h);
  }

  /** Lines from the lanes of the warp to what they touch in this step. */
  #paintTies() {
    if (!this.fresh) return;
    const { launch, theme, chosen } = this;
    const table = launch.accesses;
    for (const row of launch.accessesOf(this.latest)) {
      const box = this.boxes.find((one) => one.array === table.of[row]);
      if (!box) continue;
      const color = launch.sites[table.site[row]].kind === "read" ? theme.read : theme.write;
      for (let lane = 0; lane < WARP; lane++) {
        if (!hasLane(table.mask[row], lane)) continue;
        const cell = box.placeOf(table.elementOf(row, lane));
        this.#fillCell(box, cell, color);
        const from = this.laneBox(lane);
        const mine = lane === chosen.lane;
        this.#tie([from.x + from.w / 2, from.y + from.h], [cell.x + cell.w / 2, cell.y], color,
          mine ? 2.2 : 0.8, mine ? 1 : 0.4);
        if (mine) this.#outline(cell, theme.text, 1.5);
      }
    }
  }

  #paintExchanges() {
    if (!this.fresh) return;
    for (const row of this.launch.exchangesOf(this.latest)) this.#paintExchange(row);
  }

  /** What the chosen warp touches in this step is in the full colour. */
  #fillCell(box, { x, y, w, h }, color) {
    const gap = box.cell >= 5 ? 1 : 0;
    this.c.fillStyle = color;
    this.c.fillRect(x, y, w - gap, h - gap);
  }

  #paintExchange(row) {
    const { launch, theme, chosen } = this;
    const table = launch.exchanged;
    for (let lane = 0; lane < WARP; lane++) {
      const source = table.source(row, lane);
      if (!hasLane(table.mask[row], lane) || source < 0 || source === lane) continue;
      const [from, to] = [this.laneBox(source), this.laneBox(lane)];
      const mine = lane === chosen.lane;
      const { c } = this;
      c.globalAlpha = mine ? 1 : 0.5;
      c.strokeStyle = mine ? theme.accent : INK;
      c.lineWidth = mine ? 3 : 1;
      const [x0, x1] = [from.x + from.w / 2, to.x + to.w / 2];
      const [y0, y1] = [from.y + from.h / 2, to.y + to.h / 2];
      const lift = Math.min(Math.abs(x1 - x0) * 0.4 + 8, this.lanes.h * 0.9);
      c.beginPath();
      c.moveTo(x0, y0);
      c.quadraticCurveTo((x0 + x1) / 2, (y0 + y1) / 2 - lift, x1, y1);
      c.stroke();
      c.fillStyle = c.strokeStyle;
      c.beginPath();
      c.arc(x1, y1, mine ? 4 : 2, 0, 2 * Math.PI); // where it arrives
      c.fill();
      c.globalAlpha = 1;
    }
  }

  #tie([x0, y0], [x1, y1], color = this.theme.line, width = 1, alpha = 1) {
    const { c } = this;
    c.strokeStyle = color;
    c.lineWidth = width;
    c.globalAlpha = alpha;
    c.beginPath();
    c.moveTo(x0, y0);
    if (color === this.theme.line) c.lineTo(x1, y1);
    else c.bezierCurveTo(x0, y0 + (y1 - y0) * 0.5, x1, y1 - (y1 - y0) * 0.5, x1, y1);
    c.stroke();
    c.globalAlpha = 1;
  }

  #paintChosenElement() {
    const { element } = this.chosen;
    const box = element && this.boxes.find((one) => one.array === element.array);
    if (box) this.#outline(box.placeOf(element.element), this.theme.accent, 2.5);
  }

  // -- what is at a point -----------------------------------------------------------------------

  hit(px, py) {
    const { grid, mini, launch, chosen } = this;
    if (inside(grid, px, py)) {
      const column = Math.floor((px - grid.x) / grid.tile) * grid.gather;
      const row = Math.floor((py - grid.y) / grid.tile) * grid.gather;
      const block = grid.layers.at(row, column);
      if (block >= 0 && block < launch.launch.blocks) return { kind: "block", block, box: this.tileOf(block) };
    }
    if (mini && inside(mini, px, py)) {
      const warp = Math.floor((py - mini.y) / mini.row);
      const lane = Math.floor(((px - mini.x) / mini.w) * WARP);
      return this.#threadHit(chosen.block, warp * WARP + lane);
    }
    for (let lane = 0; lane < WARP; lane++) {
      if (inside(this.laneBox(lane), px, py)) {
        return this.#threadHit(chosen.block, chosen.warp * WARP + lane);
      }
    }
    for (const box of this.boxes) {
      const element = inside(box, px, py) ? box.elementAt(px, py) : -1;
      if (element >= 0) {
        return { kind: "element", array: box.array, element, block: box.block, box: box.placeOf(element) };
      }
    }
    return null;
  }

  #threadHit(block, thread) {
    if (thread >= this.launch.threads) return null;
    const lane = thread % WARP;
    const same = Math.floor(thread / WARP) === this.chosen.warp;
    return { kind: "thread", block, thread, box: same ? this.laneBox(lane) : null };
  }
}
