// What the front end reads off a payload at some instants, as JSON: it is held against gpuviz.insight.
import { readFileSync } from "node:fs";

const [module, payload, instants] = process.argv.slice(2);
const { Launch, Touched, readPayload, valueText } = await import(module);
const launch = new Launch(await readPayload(readFileSync(payload)));
const size = (array) => launch.arrays[array].shape.reduce((a, b) => a * b, 1);
const blockOf = (array) => (launch.arrays[array].space === "shared" ? launch.followed[0] : null);
const arrays = launch.arrays.map((_, array) => array).filter((array) => launch.arrays[array].space !== "local");
const touched = new Map(arrays.map((array) => [array, new Touched(launch, array, blockOf(array), (e) => e, size(array))]));
const text = (array, value) => (value === null ? null : valueText(value, launch.arrays[array].type));

function seen([steps, rounds, ended]) {
  const instant = { steps, rounds, ended };
  const lanes = launch.followed.map((block) => Array.from({ length: launch.perBlock }, (_, warp) => (
    launch.laneStates(block, warp, instant))).flat().slice(0, launch.threads));
  const contents = arrays.map((array) => Array.from({ length: Math.min(size(array), 40) }, (_, element) => (
    text(array, launch.contentAt(array, element, blockOf(array), instant, launch.touchesOf(array, element, blockOf(array)))))));
  return {
    at: launch.at(steps), round: launch.atRound(rounds), over: launch.roundsOver(instant), lanes, contents,
    blocks: Array.from({ length: launch.launch.blocks }, (_, block) => launch.blockState(block, instant)),
    touched: arrays.map((array) => Array.from(touched.get(array).at(instant))),
    variables: launch.variablesAt(launch.followed[0], 0, launch.latest(0, instant)).map(
      ({ name, value, type }) => [name, valueText(value, type)]),
  };
}

const sectors = launch.accesses ? Array.from(launch.accesses.when, (_, row) => {
  const at = launch.accesses.of[row];
  return launch.arrays[at].space === "global" ? launch.sectors(row).sectors : 0;
}) : [];
process.stdout.write(JSON.stringify({ arrays, sectors, seen: JSON.parse(instants).map(seen) }));
