// What a launch did, asked of its columns: states, accesses, values, contents of arrays.

const WARP = 32;
const STATE = {
  NOT_STARTED: 0, RUNNING: 1, AT_BARRIER: 2, FINISHED: 3, MASKED_OFF: 4, HAZARD: 5, READY: 6, IDLE: 7,
};
const TOUCH = { UNTOUCHED: 0, READ: 1, WRITTEN: 2, READ_NOW: 3, WRITTEN_NOW: 4 };

/** Rows of a table by what they belong to: `rows` from `first[key]` to `first[key + 1]`. */
function grouped(keys, count) {
  const first = new Int32Array(count + 1);
  for (const key of keys) first[key + 1]++;
  for (let key = 0; key < count; key++) first[key + 1] += first[key];
  const next = first.slice();
  const rows = new Int32Array(keys.length);
  keys.forEach((key, row) => { rows[next[key]++] = row; });
  return { rows, first, of: (key) => rows.subarray(first[key], first[key + 1]) };
}

class Launch {
  constructor({ header, columns }) {
    Object.assign(this, header);
    this.columns = columns;
    this.steps = this.order ? this.order.steps : 0;
    this.rounds = this.order ? this.order.rounds : 0;
    this.perBlock = this.launch.warps_per_block;
    this.threads = this.launch.threads_per_block;
    this.rank = new Map(this.followed.map((block, rank) => [block, rank]));
    this.warpRows = this.followed.length * this.perBlock;
    this.round = columns["step.round"] || new Int32Array(0);
    this.mask = columns["step.mask"] || new Uint32Array(0);
    this.statement = columns["step.statement"] || new Uint16Array(0);
    this.warpOf = columns["step.warp"] || new Int32Array(0);
    this.byWarp = grouped(this.warpOf, this.warpRows);
    this.accesses = this.#readAccesses();
    this.values = this.#readLanes("value", "step", "variable", (row) => this.variables[row]);
    this.exchanged = this.#readExchanges();
    this.named = this.#namedThreads();
  }

  // -- places in time ---------------------------------------------------------------------------

  get end() { return { steps: this.steps, rounds: this.rounds + 1, ended: true }; }

  /** Right after so many steps. */
  at(steps) {
    const rounds = steps > 0 ? this.round[steps - 1] + 1 : 0;
    return { steps, rounds, ended: false };
  }

  atRound(rounds) {
    if (rounds > this.rounds) return this.end;
    const steps = placeIn(this.round, rounds);
    return { steps, rounds, ended: false };
  }

  roundsOver({ steps, rounds }) {
    return steps >= placeIn(this.round, rounds) ? rounds : rounds - 1;
  }

  // -- who does what ----------------------------------------------------------------------------

  /** The row of a warp whose steps are known; -1 for others. */
  row(block, warp) {
    const rank = this.rank.get(block);
    return rank === undefined ? -1 : rank * this.perBlock + warp;
  }

  blockOfRow(row) { return this.followed[Math.floor(row / this.perBlock)]; }

  /** The place of the step that a warp took last; -1 before its first. */
  latest(row, instant) {
    const { rows, first } = this.byWarp;
    const stop = placeIn(rows, instant.steps, first[row], first[row + 1]);
    return stop > first[row] ? rows[stop - 1] : -1;
  }

  warpState(row, instant) {
    const brokeOff = this.launch.broke_off;
    if (instant.ended && !brokeOff) return STATE.FINISHED;
    const latest = this.latest(row, instant);
    if (latest < 0) return STATE.NOT_STARTED;
    const released = this.columns["step.released"][latest];
    if (released >= 0 && latest + released >= instant.steps) return STATE.AT_BARRIER;
    const isLast = latest === this.byWarp.rows[this.byWarp.first[row + 1] - 1];
    if (isLast && !brokeOff && latest !== instant.steps - 1) return STATE.FINISHED;
    return this.round[latest] + 1 >= instant.rounds ? STATE.RUNNING : STATE.READY;
  }

  /** By rounds, for blocks whose steps are not known. */
  blockStateByRounds(block, instant) {
    const { columns } = this;
    if (!columns["block.start"]) return STATE.FINISHED;
    if (columns["block.end"][block] <= this.roundsOver(instant)) return STATE.FINISHED;
    return columns["block.start"][block] < instant.rounds ? STATE.RUNNING : STATE.NOT_STARTED;
  }

  /** What most of its warps do. */
  blockState(block, instant) {
    const rank = this.rank.get(block);
    let state = STATE.NOT_STARTED;
    if (rank === undefined) state = this.blockStateByRounds(block, instant);
    else {
      const counts = new Array(8).fill(0);
      for (let warp = 0; warp < this.perBlock; warp++) {
        counts[this.warpState(rank * this.perBlock + warp, instant)]++;
      }
      state = counts.indexOf(Math.max(...counts));
    }
    if (state !== STATE.FINISHED || !this.columns.active) return state;
    for (let t = 0; t < this.threads; t++) if (this.isActive(block, t)) return state;
    return STATE.IDLE;
  }

  /** Whether a thread touched global memory; true where that is not known. */
  isActive(block, thread) {
    const bits = this.columns.active;
    const at = block * this.threads + thread;
    return !bits || ((bits[at >> 3] >> (at & 7)) & 1) === 1;
  }

  /** The states of the lanes of a warp; lanes without a thread are -1. */
  laneStates(block, warp, instant) {
    const row = this.row(block, warp);
    const state = row < 0 ? this.blockStateByRounds(block, instant) : this.warpState(row, instant);
    const latest = row < 0 ? -1 : this.latest(row, instant);
    const mask = latest < 0 ? 0xffffffff : this.mask[latest];
    const underWay = [STATE.RUNNING, STATE.AT_BARRIER, STATE.READY].includes(state);
    const found = [];
    for (let lane = 0; lane < WARP; lane++) {
      const thread = warp * WARP + lane;
      if (thread >= this.threads) found.push(-1);
      else if (this.hazardAt(block, thread, instant)) found.push(STATE.HAZARD);
      else if (underWay && !hasLane(mask, lane)) found.push(STATE.MASKED_OFF);
      else if (state === STATE.FINISHED && !this.isActive(block, thread)) found.push(STATE.IDLE);
      else found.push(state);
    }
    return found;
  }

  #namedThreads() {
    const named = new Map();
    for (const [row, hazard] of this.hazards.entries()) {
      for (const { block, thread, moment } of hazard.parties) {
        const key = `${block}:${thread}`;
        const since = moment === null ? this.steps : moment;
        named.set(key, [...(named.get(key) || []), { row, since }]);
      }
    }
    return named;
  }

  hazardsOf(block, thread, instant) {
    const found = this.named.get(`${block}:${thread}`) || [];
    return found.filter(({ since }) => instant.steps >= since).map(({ row }) => row);
  }

  hazardAt(block, thread, instant) {
    return this.named.size > 0 && this.hazardsOf(block, thread, instant).length > 0;
  }

  // -- what they touch --------------------------------------------------------------------------

  /** A table with a value for each active lane: where those of each row begin. */
  #readLanes(table, when, key, typeOf) {
    const { columns } = this;
    const step = columns[`${table}.${when}`];
    if (!step) return null;
    const mask = columns[`${table}.mask`];
    const of = columns[`${table}.${key}`];
    const begin = new Int32Array(step.length);
    const next = { 1: 0, 2: 0, 4: 0, 8: 0 };
    for (let row = 0; row < step.length; row++) {
      const size = typeOf(of[row]).bytes;
      begin[row] = next[size] ?? 0;
      if (size in next) next[size] += ones(mask[row]);
    }
    const warp = step.map((one) => this.warpOf[one]);
    const found = { step, mask, of, begin, byWarp: grouped(warp, this.warpRows) };
    found.value = (row, lane) => {
      const { type, bytes } = typeOf(of[row]);
      const at = begin[row] + rankOf(mask[row], lane);
      return valueOf(columns[`${table}.bits${bytes}`], at, type);
    };
    return found;
  }

  #readAccesses() {
    const { columns } = this;
    if (!columns["access.when"]) return null;
    const when = columns["access.when"];
    const found = this.#readLanes("access", "when", "array", (row) => this.arrays[row]);
    found.when = when;
    found.site = columns["access.site"];
    found.element = columns["access.element"];
    found.first = new Int32Array(when.length + 1);
    for (let row = 0; row < when.length; row++) {
      found.first[row + 1] = found.first[row] + ones(found.mask[row]);
    }
    found.byStep = grouped(when, this.steps);
    found.byArray = grouped(found.of, this.arrays.length);
    found.elementOf = (row, lane) => found.element[found.first[row] + rankOf(found.mask[row], lane)];
    return found;
  }

  #readExchanges() {
    const { columns } = this;
    const step = columns["exchange.step"];
    if (!step) return null;
    const types = this.exchanges.types;
    const sizes = { bool: 1, int32: 4, float32: 4, int64: 8, float64: 8 };
    const mask = columns["exchange.mask"];
    const given = new Int32Array(step.length);
    const received = new Int32Array(step.length);
    const next = { 1: 0, 4: 0, 8: 0 };
    let all = 0;
    for (let row = 0; row < step.length; row++) {
      const size = sizes[types[columns["exchange.type"][row]]];
      given[row] = next[size];
      received[row] = all;
      next[size] += ones(mask[row]);
      all += ones(mask[row]);
    }
    const isShuffle = (row) => this.exchanges.kinds[columns["exchange.kind"][row]].startsWith("shfl");
    const typeOf = (row) => types[columns["exchange.type"][row]];
    return {
      step, mask, byStep: grouped(step, this.steps), isShuffle, typeOf,
      kind: (row) => this.exchanges.kinds[columns["exchange.kind"][row]],
      source: (row, lane) => columns["exchange.source"][row * WARP + lane],
      given: (row, lane) => {
        const at = given[row] + rankOf(mask[row], lane);
        return valueOf(columns[`exchange.given${sizes[typeOf(row)]}`], at, typeOf(row));
      },
      received: (row, lane) => {
        const at = received[row] + rankOf(mask[row], lane);
        const bits = columns["exchange.received8"];
        if (!isShuffle(row)) return valueOf(bits, at, "uint64");
        const size = sizes[typeOf(row)];
        return valueOf(new TYPED[`u${size}`](bits.buffer.slice(at * 8, at * 8 + size)), 0, typeOf(row));
      },
    };
  }

  /** The rows of what is accessed with a step. */
  accessesOf(step) { return this.accesses && step >= 0 ? this.accesses.byStep.of(step) : []; }

  exchangesOf(step) { return this.exchanged && step >= 0 ? this.exchanged.byStep.of(step) : []; }

  /** All that a thread reads and writes in the launch, in order: rows of the accesses. */
  accessesOfThread(block, thread) {
    const row = this.row(block, Math.floor(thread / WARP));
    if (row < 0 || !this.accesses) return [];
    const { mask, byWarp } = this.accesses;
    return Array.from(byWarp.of(row)).filter((one) => hasLane(mask[one], thread % WARP));
  }

  /** Who touches an element: {row, lane}, in order; of a shared array in one block. */
  touchesOf(array, element, block) {
    const found = [];
    if (!this.accesses) return found;
    const table = this.accesses;
    const inBlock = this.arrays[array].space !== "global" && block !== null;
    for (const row of table.byArray.of(array)) {
      if (inBlock && this.blockOfRow(this.warpOf[table.when[row]]) !== block) continue;
      let at = table.first[row];
      for (let lane = 0; lane < WARP && at < table.first[row + 1]; lane++) {
        if (!hasLane(table.mask[row], lane)) continue;
        if (table.element[at] === element) found.push({ row, lane });
        at++;
      }
    }
    return found;
  }

  /** The variables of a thread after a step, the latest assignment of each: [{variable, value}]. */
  variablesAt(block, thread, step) {
    const row = this.row(block, Math.floor(thread / WARP));
    if (row < 0 || !this.values || step < 0) return [];
    const table = this.values;
    const found = new Map();
    for (const one of table.byWarp.of(row)) {
      if (table.step[one] > step) break;
      if (hasLane(table.mask[one], thread % WARP)) found.set(table.of[one], one);
    }
    return [...found].map(([variable, one]) => (
      { ...this.variables[variable], value: table.value(one, thread % WARP) }
    ));
  }

  // -- contents of arrays -----------------------------------------------------------------------

  /** What a global array held before or after the launch; null where that is not kept. */
  kept(side, array, element) {
    const column = this.columns[`${side}.${array}`];
    return column ? valueOf(column, element, this.arrays[array].type) : null;
  }

  /** What an element holds at an instant: null where that is not known for certain. */
  contentAt(array, element, block, instant, touches) {
    const isGlobal = this.arrays[array].space === "global";
    const after = isGlobal ? this.kept("after", array, element) : null;
    const isDone = instant.ended || (this.launch.all_followed && instant.steps === this.steps);
    if (isDone && after !== null) return after;
    const writer = this.writer(array, element);
    if (isGlobal && writer >= 0 && !this.rank.has(Math.floor(writer / this.threads))) {
      const end = this.columns["block.end"][Math.floor(writer / this.threads)];
      return this.roundsOver(instant) >= end ? after : null;
    }
    let value = isGlobal ? this.kept("before", array, element) : null;
    for (const [place, { row, lane }] of touches.entries()) {
      if (this.accesses.when[row] >= instant.steps) break;
      const kind = this.sites[this.accesses.site[row]].kind;
      value = kind === "atomic" ? this.#left(touches[place + 1]) : this.accesses.value(row, lane);
    }
    return value;
  }

  /** What an atomic operation left: what the next one finds, in an order that was executed. The
   * window knows more of sums, which it works out from what all of them found. */
  #left(next) {
    if (this.order.label !== "executed" || !next) return null;
    const isWrite = this.sites[this.accesses.site[next.row]].kind === "write";
    return isWrite ? null : this.accesses.value(next.row, next.lane);
  }

  /** The thread (counted in the launch) that wrote an element last; -1: nobody, or not known. */
  writer(array, element) {
    const column = this.columns[`writer.${array}`];
    return column ? column[element] : -1;
  }

  /** The address of an element, in bytes. */
  address(array, element) {
    const { address, bytes, shape, strides } = this.arrays[array];
    if (!strides) return address + element * bytes;
    let [found, left] = [address, element];
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      found += (left % shape[axis]) * strides[axis];
      left = Math.floor(left / shape[axis]);
    }
    return found;
  }

  /** How many sectors of 32 bytes an access moves, and how many bytes of them it needs. */
  sectors(row) {
    const table = this.accesses;
    const array = table.of[row];
    const [sectors, elements] = [new Set(), new Set()];
    const bytes = this.arrays[array].bytes;
    for (let at = table.first[row]; at < table.first[row + 1]; at++) {
      const address = this.address(array, table.element[at]);
      elements.add(table.element[at]);
      sectors.add(Math.floor(address / 32));
      sectors.add(Math.floor((address + bytes - 1) / 32));
    }
    return { sectors: sectors.size, needed: elements.size * bytes };
  }

  // -- names ------------------------------------------------------------------------------------

  /** "3" along one axis, else "(1, 2)". */
  name([x, y, z], linear) {
    if (Math.max(x, y, z) === x * y * z) return wholeText(linear);
    const index = [linear % x, Math.floor(linear / x) % y, Math.floor(linear / (x * y))];
    return `(${(z === 1 ? index.slice(0, 2) : index).join(", ")})`;
  }

  blockName(block) { return this.name(this.launch.grid, block); }

  threadName(thread) { return this.name(this.launch.block, thread); }

  elementName(array, element) {
    const { name, shape } = this.arrays[array];
    const index = [];
    let left = element;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index.unshift(left % shape[axis]);
      left = Math.floor(left / shape[axis]);
    }
    return `${name}[${index.join(", ")}]`;
  }

  sourceLine(statement) {
    const { function: row, line } = this.statements[statement];
    const { text, line: first } = this.functions[row];
    return (text.split("\n")[line - first] || "").trim();
  }
}

/** What has happened to the elements of one array so far, cell by cell; it goes along in time. */
class Touched {
  constructor(launch, array, block, cellOf, cells) {
    Object.assign(this, { launch, array, block, cellOf });
    this.touch = new Uint8Array(cells);
    const table = launch.accesses;
    const rows = table ? table.byArray.of(array) : new Int32Array(0);
    const isGlobal = launch.arrays[array].space === "global";
    this.rows = isGlobal ? rows : rows.filter((row) => (
      launch.blockOfRow(launch.warpOf[table.when[row]]) === block));
    this.size = launch.arrays[array].shape.reduce((a, b) => a * b, 1);
    this.content = this.size <= 65536 ? new Float64Array(this.size) : null;
    this.writtenRound = isGlobal && !launch.launch.all_followed ? this.#roundsOfOthers(cells) : null;
    this.reset();
  }

  /** [cells] After which round something in it is written by a block whose steps are not known. */
  #roundsOfOthers(cells) {
    const { launch, array } = this;
    const writers = launch.columns[`writer.${array}`];
    const end = launch.columns["block.end"];
    if (!writers || !end) return null;
    const never = launch.rounds + 2;
    const rounds = end.map((round, block) => (launch.rank.has(block) ? never : round));
    const found = new Int32Array(cells).fill(never);
    for (let element = 0; element < writers.length; element++) {
      if (writers[element] < 0) continue;
      const cell = this.cellOf(element);
      found[cell] = Math.min(found[cell], rounds[Math.floor(writers[element] / launch.threads)]);
    }
    return found;
  }

  reset() {
    this.next = 0;
    this.touch.fill(TOUCH.UNTOUCHED);
    if (!this.content) return;
    const { launch, array } = this;
    for (let element = 0; element < this.size; element++) {
      const value = Number(launch.kept("before", array, element));
      this.content[element] = Number.isFinite(value) ? value : 0;
    }
  }

  /** [cells] TOUCH at an instant. */
  at(instant) {
    const { launch } = this;
    const table = launch.accesses;
    if (this.next > 0 && table.when[this.rows[this.next - 1]] >= instant.steps) this.reset();
    while (this.next < this.rows.length && table.when[this.rows[this.next]] < instant.steps) {
      this.#apply(this.rows[this.next++]);
    }
    const shown = this.touch.slice();
    this.#others(shown, instant);
    if (!instant.ended) this.#mark(shown, instant);
    return shown;
  }

  #apply(row) {
    const table = this.launch.accesses;
    const reads = this.launch.sites[table.site[row]].kind === "read";
    for (let lane = 0, at = table.first[row]; at < table.first[row + 1]; lane++) {
      if (!hasLane(table.mask[row], lane)) continue;
      const element = table.element[at++];
      const cell = this.cellOf(element);
      if (reads) this.touch[cell] = Math.max(this.touch[cell], TOUCH.READ);
      else this.touch[cell] = TOUCH.WRITTEN;
      if (this.content && !reads) this.content[element] = Number(table.value(row, lane)) || 0;
    }
  }

  /** What blocks wrote whose steps are not known, once they are over. */
  #others(shown, instant) {
    if (!this.writtenRound) return;
    const over = this.launch.roundsOver(instant);
    this.writtenRound.forEach((round, cell) => { if (round <= over) shown[cell] = TOUCH.WRITTEN; });
  }

  /** What the round that is under way touches. */
  #mark(shown, instant) {
    const { launch } = this;
    const table = launch.accesses;
    const begin = placeIn(launch.round, instant.rounds - 1);
    for (let place = this.next - 1; place >= 0; place--) {
      const row = this.rows[place];
      if (table.when[row] < begin) break;
      const now = launch.sites[table.site[row]].kind === "read" ? TOUCH.READ_NOW : TOUCH.WRITTEN_NOW;
      for (let at = table.first[row]; at < table.first[row + 1]; at++) {
        const cell = this.cellOf(table.element[at]);
        shown[cell] = Math.max(shown[cell], now);
      }
    }
  }
}
