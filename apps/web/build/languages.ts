import { createHash } from "node:crypto";
import path from "node:path";
import { build, type Plugin, type ResolvedConfig } from "vite";
import { pureContract } from "./pure-contract.ts";

/** The languages beside Portuguese, each with its sentences in src/languages. */
const LANGUAGES = ["en", "es"] as const;
const BOOT = '<script src="/antes.js">';

/**
 * Builds the sentences of each language as one script of its own, and names the files to public/antes.js.
 * A classic script runs before any module: the texts have their language as soon as they are evaluated.
 */
export function languages(): Plugin {
  let config: ResolvedConfig;
  const files = new Map<string, string>();
  return {
    name: "languages",
    apply: (options, { command }) => command === "build" && !options.build?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    async buildStart() {
      for (const language of LANGUAGES) {
        const source = await buildLanguage(config.root, language);
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        const fileName = `${config.build.assetsDir}/idioma-${language}-${hash}.js`;
        this.emitFile({ type: "asset", fileName, source });
        files.set(language, fileName);
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(html): string {
        if (!html.includes(BOOT)) throw new Error(`index.html has no ${BOOT}`);
        const names = [...files].map(([language, file]) => ` data-${language}="/${file}"`);
        return html.replace(BOOT, `<script src="/antes.js"${names.join("")}>`);
      },
    },
  };
}

/** @returns a script that assigns the exports of a language's index to `maloteIdioma` */
async function buildLanguage(root: string, language: string): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [pureContract()],
    build: {
      write: false,
      target: "baseline-widely-available",
      lib: {
        entry: path.join(root, `src/languages/${language}/index.ts`),
        name: "maloteIdioma",
        formats: ["iife"],
      },
      rolldownOptions: {
        treeshake: {
          moduleSideEffects: [{ test: /[\\/](packages|src)[\\/]/, sideEffects: false }],
        },
      },
    },
  });
  const [output] = [result].flat();
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (!chunk) throw new Error(`no script of the language ${language}`);
  return chunk.code;
}
