import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

/** Files smaller than this, in bytes, are not compressed: the header would cost more than it saves. */
const MIN_BYTES = 700;
const QUALITY = 10;

/** Writes .br and .gz copies of every script and stylesheet: the server compresses nothing per request. */
export function compress(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "pack",
    apply: (options, { command }) => command === "build" && !options.build?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler() {
        const dir = path.resolve(config.root, config.build.outDir, config.build.assetsDir);
        const names = (await fs.readdir(dir)).filter((name) => /\.(js|css)$/.test(name));
        await Promise.all(names.map((name) => compressFile(path.join(dir, name))));
      },
    },
  };
}

async function compressFile(file: string): Promise<void> {
  const content = await fs.readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  await fs.writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await fs.writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
