// A payload (gpuviz/web/payload.py) as a header and columns of numbers.

const TYPED = {
  u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, u8: BigUint64Array,
  i1: Int8Array, i4: Int32Array, f4: Float32Array,
};

/** Bytes, a view of some, or base64 of them. */
function bytesOf(data) {
  if (typeof data === "string") {
    const text = atob(data.trim());
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
  }
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** {header, columns}; throws where the data are cut off or of another version. */
async function readPayload(data) {
  const packed = new Blob([bytesOf(data)]).stream();
  const unpacked = packed.pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  if (header.format !== 1) throw new Error(`format ${header.format}`);
  const columns = {};
  for (const [name, place] of Object.entries(header.columns)) {
    columns[name] = readColumn(bytes, 4 + length + place.at, place);
  }
  return { header, columns };
}

/** The numbers of a column, whose bytes lie plane by plane. */
function readColumn(bytes, at, { type, count, form }) {
  const size = Number(type[1]);
  const inner = new Uint8Array(count * size);
  for (let plane = 0; plane < size; plane++) {
    const begin = at + plane * count;
    for (let i = 0; i < count; i++) inner[i * size + plane] = bytes[begin + i];
  }
  const column = new TYPED[type](inner.buffer);
  if (form === "steps") for (let i = 1; i < count; i++) column[i] += column[i - 1];
  return column;
}

const INTEGER = /^u?int(8|16|32)$/;

/** The value that bits of a type stand for; null where the type is none of those shown. */
function valueOf(column, at, type) {
  if (!column || at >= column.length) return null;
  const size = column.BYTES_PER_ELEMENT;
  const view = new DataView(column.buffer, at * size, size);
  if (type === "float32") return view.getFloat32(0, true);
  if (type === "float64") return view.getFloat64(0, true);
  if (type === "float16") return halfOf(view.getUint16(0, true));
  if (type === "bool") return view.getUint8(0) !== 0;
  if (type === "int64") return view.getBigInt64(0, true);
  if (type === "uint64") return view.getBigUint64(0, true);
  if (type === "complex64") {
    const [real, imaginary] = [view.getFloat32(0, true), view.getFloat32(4, true)];
    return `${numberText(real)} + ${numberText(imaginary)}j`;
  }
  if (!INTEGER.test(type)) return null;
  return view[`get${type[0] === "u" ? "Uint" : "Int"}${8 * size}`](0, true);
}

function halfOf(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** A value as gpuviz writes it: whole numbers in full, others with four figures. */
function valueText(value, type) {
  if (value === null || value === undefined) return "…";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number" && type.startsWith("float")) return numberText(value);
  return String(value);
}

function numberText(value) {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return "0.0";
  const size = Math.abs(value);
  const text = size >= 1e4 || size < 1e-4 ? value.toExponential(3) : value.toPrecision(4);
  return text.replace(/e([+-])(\d)$/, "e$10$2");
}

/** 1024 as "1 024", with thin spaces. */
function wholeText(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function ones(mask) {
  let n = mask - ((mask >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function hasLane(mask, lane) {
  return ((mask >>> lane) & 1) === 1;
}

/** How many active lanes there are below one. */
function rankOf(mask, lane) {
  return lane === 0 ? 0 : ones(mask & (0xffffffff >>> (32 - lane)));
}

/** Where `wanted` belongs among ascending numbers: before the first that is not smaller. */
function placeIn(numbers, wanted, low = 0, high = numbers.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
