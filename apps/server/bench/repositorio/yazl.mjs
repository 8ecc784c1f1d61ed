// Cost of yazl alone for a ZIP of the files N.gz of a folder, in a separate process; reported over IPC.
import fs from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ZipFile } from "yazl";

const unzip = promisify(gunzip);
const [folder = "", total = "0"] = process.argv.slice(2);
const beforeMb = process.memoryUsage().rss / 1_048_576;
const [at, cpu] = [performance.now(), process.cpuUsage()];
const zip = new ZipFile();
const file = await fs.open(path.join(folder, "yazl.zip"), "w");
const written = pipeline(zip.outputStream, file.createWriteStream());
for (let n = 0; n < Number(total); n += 1) {
  const gzip = await fs.readFile(path.join(folder, `${n}.gz`));
  zip.addBuffer(await unzip(gzip), `nfe/2026-10/${n}-nfe.xml`, { mtime: new Date(0) });
}
zip.end();
await written;
const { user, system } = process.cpuUsage(cpu);
process.send?.({
  elapsed: (performance.now() - at) / 1_000,
  cpu: (user + system) / 1_000_000,
  beforeMb,
  peakMb: process.resourceUsage().maxRSS / 1_024,
});
process.disconnect?.();
