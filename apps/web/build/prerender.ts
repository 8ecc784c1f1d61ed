import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Plugin, type ResolvedConfig } from "vite";
import type * as Escritora from "../src/prerender.tsx";
import { criticalCss } from "./critical-css.ts";
import { ESCRITAS, fileOf, type PaginaEscrita, PEDIDAS } from "./paginas.ts";
import { pureContract } from "./pure-contract.ts";

type Chunk = { file: string; imports?: string[]; css?: string[] };
type Dist = { dir: string; index: string; manifest: Record<string, Chunk> };

const ENTRY = "src/prerender.tsx";
const SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const STYLES = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/;
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;
const NOSCRIPT = /\s*<noscript>[\s\S]*?<\/noscript>/;

/**
 * Prerenders the public pages: content and critical styles are in the file, the application loads later.
 * Signed-in
 * pages get a file that preloads all their parts. .vite/paginas.json maps each route to its file.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "prerender",
    apply: (options, { command }) => command === "build" && !options.build?.ssr,
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: "post",
      sequential: true,
      async handler(failure?: Error) {
        if (failure) return; // the bundler reports it
        const dist = await openDist(path.resolve(config.root, config.build.outDir));
        const escritora = await buildEscritora(config.root);
        for (const pagina of ESCRITAS) await writeEscrita(dist, escritora, pagina);
        for (const [rota, modulos] of Object.entries(PEDIDAS)) {
          await fs.writeFile(path.join(dist.dir, fileOf(rota)), askFor(dist, dist.index, modulos));
        }
        await fs.writeFile(path.join(dist.dir, ".vite/paginas.json"), JSON.stringify(listOf(escritora)));
      },
    },
  };
}

async function openDist(dir: string): Promise<Dist> {
  const index = await fs.readFile(path.join(dir, "index.html"), "utf8");
  const manifest = JSON.parse(await fs.readFile(path.join(dir, ".vite/manifest.json"), "utf8"));
  return { dir, index, manifest };
}

/** Builds the pages as a Node module in a temporary folder, and loads it. */
async function buildEscritora(root: string): Promise<typeof Escritora> {
  const outDir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-escritora-"));
  try {
    await build({
      configFile: false,
      root,
      logLevel: "warn",
      publicDir: false,
      plugins: [react(), pureContract()],
      ssr: { noExternal: true },
      build: { ssr: ENTRY, outDir, emptyOutDir: true, minify: false },
    });
    return (await import(pathToFileURL(path.join(outDir, "prerender.js")).href)) as typeof Escritora;
  } finally {
    await fs.rm(outDir, { recursive: true, force: true });
  }
}

async function writeEscrita(dist: Dist, escritora: typeof Escritora, pagina: PaginaEscrita): Promise<void> {
  const { rota, modo, modulos } = pagina;
  const markup = await escritora.renderPagina(rota);
  const files = loadOf(dist.manifest, ["index.html", ...modulos]);
  const sheets = await Promise.all(
    files
      .filter((file) => file.endsWith(".css"))
      .map((file) => fs.readFile(path.join(dist.dir, file), "utf8")),
  );
  const html = (modo === "documento" ? document : task)(dist, { markup, modulos, modo });
  const css = criticalCss(
    sheets.join(""),
    html + (html.includes("%%clientes:") ? everyBlock(escritora) : ""),
  );
  const head = `${headOf(rota, escritora.metaOf(rota))}<style>${css}</style></head>`;
  const whole = html
    .replace(/\s*<title>[^<]*<\/title>/, "")
    .replace(/\s*<meta\s+name="description"[^>]*>/, "")
    .replace("</head>", () => head);
  await fs.writeFile(path.join(dist.dir, fileOf(rota)), whole);
}

/** The markup that the server may insert. */
function everyBlock(escritora: typeof Escritora): string {
  const blocos = Object.values(escritora.renderBlocos());
  return blocos.map(({ antes, itens, depois }) => antes + Object.values(itens).join("") + depois).join("");
}

type Corpo = { markup: string; modulos: readonly string[]; modo: string };

/** A page to read: public/inicio.js loads the application later. */
function document({ index }: Dist, corpo: Corpo): string {
  return withMarkup(withoutApplication(index, corpo).replace(NOSCRIPT, ""), corpo);
}

/** A page with a form: the form is painted first, then everything that the application needs is fetched. */
function task({ index, manifest }: Dist, corpo: Corpo): string {
  const entry = loadOf(manifest, ["index.html"]).filter((file) => file.endsWith(".js"));
  const files = loadOf(manifest, corpo.modulos).filter((file) => !index.includes(file));
  const links = [
    ...entry.map((file) => linkTo(file).replace(" rel=", " data-parte data-depois=")),
    ...files.map((file) => linkTo(file).replace(" rel=", " data-depois=")),
  ];
  // Without scripts a GET form would put the typed values into the URL.
  const markup = corpo.markup.replaceAll("<form ", '<form method="post" ');
  const html = withoutApplication(index, corpo).replace("</head>", () => `${links.join("")}</head>`);
  return withMarkup(html, { ...corpo, markup });
}

function withoutApplication(index: string, { modo }: Corpo): string {
  const src = SCRIPT.exec(index)?.[1] ?? "";
  const boot = `<link data-aplicacao data-src="${src}" data-modo="${modo}" /><script src="/inicio.js" defer></script></head>`;
  const bare = index.replace(SCRIPT, "").replace(PRELOADS, "");
  return withStylesLater(bare).replace("</head>", () => boot);
}

function withMarkup(html: string, { markup, modo }: Corpo): string {
  return html.replace('<div id="root"></div>', () => `<div id="root" data-escrita="${modo}">${markup}</div>`);
}

/**
 * The whole stylesheet does not block the page: it loads after the first paint and before the application
 * mounts (app/assumir.tsx).
 */
function withStylesLater(html: string): string {
  return html.replace(STYLES, '<link data-depois="preload" as="style" href="$1" data-estilos />');
}

/** Preloads every part of a page in its head, so that no part waits for another. */
function askFor({ manifest }: Dist, html: string, modulos: readonly string[]): string {
  const missing = loadOf(manifest, modulos).filter((file) => !html.includes(file));
  return html.replace("</head>", () => `${missing.map(linkTo).join("")}</head>`);
}

const linkTo = (file: string): string =>
  file.endsWith(".css")
    ? `<link rel="preload" as="style" href="/${file}" crossorigin />`
    : `<link rel="modulepreload" href="/${file}" crossorigin />`;

/** All files that the modules load, dependencies first. @throws for a module without its own chunk */
function loadOf(manifest: Record<string, Chunk>, modulos: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`paginas.ts names ${name}, which has no chunk of its own`);
    if (seen.has(name)) return;
    seen.add(name);
    for (const css of chunk.css ?? []) files.add(css);
    for (const next of chunk.imports ?? []) add(next);
    if (chunk.file.endsWith(".js")) files.add(chunk.file);
  };
  for (const name of modulos) add(name);
  return [...files];
}

/**
 * Title, description and link preview. The server keeps the part with the public address only when it has
 * one.
 */
function headOf(rota: string, { titulo, descricao }: { titulo: string; descricao: string }): string {
  const property = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${content}" />`;
  const [t, d] = [escapeAttribute(titulo), escapeAttribute(descricao)];
  return [
    `<title>${t}</title>`,
    `<meta name="description" content="${d}" />`,
    property("type", "website"),
    property("site_name", "Malote"),
    property("locale", "pt_BR"),
    property("title", t),
    property("description", d),
    '<meta name="twitter:card" content="summary_large_image" />',
    "<!--endereco-->",
    `<link rel="canonical" href="%%url%%${rota}" />`,
    property("url", `%%url%%${rota}`),
    property("image", "%%url%%/cartao.png"),
    "<!--/endereco-->",
  ].join("");
}

const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * [route, file, whether search engines index it] and the customer blocks; read by the server
 * (doors/spa.ts).
 */
function listOf(escritora: typeof Escritora): object {
  const escritas = ESCRITAS.flatMap(({ rota, tambem }) => [
    [rota, fileOf(rota), true],
    ...(tambem ? [[tambem, fileOf(rota), false]] : []),
  ]);
  const pedidas = Object.keys(PEDIDAS).map((rota) => [rota, fileOf(rota), false]);
  return { rotas: [...escritas, ...pedidas], blocos: escritora.renderBlocos() };
}
