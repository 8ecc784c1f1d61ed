import path from "node:path";

type ModuleInfo = { importers: string[]; code: string | null };
/** What the bundler knows of its modules. */
export type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

const PUBLIC_PAGE = /src[\\/]pages[\\/]public[\\/](\w+)\.tsx$/;
/** An index imports every file of its package: that an index imports a file says nothing of who uses it. */
const INDEX = /(@mantine[\\/]\w+[\\/]esm|packages[\\/](contract|syntax)[\\/]src)[\\/]index\.(mjs|ts)$/;

/**
 * The file of a module that several pages share: one for all that only signed-in pages use, and one for each
 * set of public pages, so that a visitor loads only what the page uses.
 */
export class SharedChunks {
  readonly #names = new Map<string, string>();

  nameOf(id: string, graph: Graph): string {
    const name = this.#names.get(id) ?? nameOfPages(publicPagesOf(id, graph));
    this.#names.set(id, name);
    return name;
  }
}

/** `public-HP-LP` for the modules of HomePage and LoginPage. */
function nameOfPages(pages: ReadonlySet<string>): string {
  const initials = [...pages].sort().map((page) => page.replace(/[a-z]/g, ""));
  return initials.length === 0 ? "kit" : ["public", ...initials].join("-");
}

/** The public pages that import a module, themselves or through others. */
function publicPagesOf(id: string, graph: Graph): Set<string> {
  const pages = new Set<string>();
  const seen = new Set([id]);
  for (const module of seen) {
    const page = PUBLIC_PAGE.exec(module)?.[1];
    if (page) pages.add(page);
    for (const importer of importersOf(module, graph)) seen.add(importer); // a Set also walks what is added
  }
  return pages;
}

/** The modules that import a module; through the index of a package, only those that name it. */
function importersOf(id: string, graph: Graph): string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.flatMap((importer) => (INDEX.test(importer) ? usersOf(id, importer, graph) : [importer]));
}

function usersOf(id: string, index: string, graph: Graph): string[] {
  const info = graph.getModuleInfo(index);
  const names = exportedNames(info?.code ?? "", path.relative(path.dirname(index), id));
  return (info?.importers ?? []).filter((user) => {
    const imported = importedNames(graph.getModuleInfo(user)?.code ?? "");
    return names === "all" || names.some((name) => imported.has(name));
  });
}

/** The names under which an index exports what is in one of its files. */
function exportedNames(index: string, file: string): string[] | "all" {
  const from = `from "./${file.replaceAll(path.sep, "/")}"`;
  if (index.includes(`export * ${from}`)) return "all";
  const lines = [...index.matchAll(/(?:im|ex)port \{([^}]+)\} (from "[^"]+")/g)];
  const names = lines.filter(([, , source]) => source === from).flatMap(([, list]) => listed(list));
  return names.map((name) => name.split(" as ").at(-1) ?? name);
}

function importedNames(code: string): Set<string> {
  const names = [...code.matchAll(/import \{([^}]+)\} from/g)].flatMap(([, list]) => listed(list));
  return new Set(names.map((name) => name.split(" as ")[0] ?? name));
}

function listed(names: string | undefined): string[] {
  return (names ?? "").split(",").map((name) => name.trim());
}
