import path from "node:path";

type ModuleInfo = { importers: string[]; code: string | null };
/** What the bundler knows of its modules. */
export type Graph = { getModuleInfo: (id: string) => ModuleInfo | null };

const PUBLIC_PAGE = /src[\\/]pages[\\/]public[\\/](\w+)\.tsx$/;
/** An index imports every file of its package: that an index imports a file says nothing of who uses it. */
const INDEX = /(@mantine[\\/]\w+[\\/]esm|packages[\\/](contract|syntax)[\\/]src)[\\/]index\.(mjs|ts)$/;

/** What an index exports that exports a whole file. */
const ALL = "*";

/**
 * The file of a module that several pages share: one for all that only signed-in pages use, and one for each
 * set of public pages, so that a visitor loads only what the page uses.
 */
export class SharedChunks {
  #importers: Importers | undefined;
  readonly #names = new Map<string, string>();

  nameOf(id: string, graph: Graph): string {
    this.#importers ??= new Importers(graph);
    const importers = this.#importers;
    return remember(this.#names, id, () => nameOfPages(importers.publicPagesOf(id)));
  }
}

/** `public-HP-LP` for the modules of HomePage and LoginPage. */
function nameOfPages(pages: ReadonlySet<string>): string {
  const initials = [...pages].sort().map((page) => page.replace(/[a-z]/g, ""));
  return initials.length === 0 ? "kit" : ["public", ...initials].join("-");
}

/** Who imports a module, and for whom: each is asked for thousands of times in a build. */
class Importers {
  readonly #graph: Graph;
  readonly #importers = new Map<string, readonly string[]>();
  readonly #imported = new Map<string, ReadonlySet<string>>();
  readonly #exported = new Map<string, ReadonlyMap<string, readonly string[]>>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** The modules that import a module; through the index of a package, only those that name it. */
  of(id: string): readonly string[] {
    return remember(this.#importers, id, () =>
      this.#info(id).importers.flatMap((each) => (INDEX.test(each) ? this.#usersOf(id, each) : [each])),
    );
  }

  /** The public pages that import a module, themselves or through others. */
  publicPagesOf(id: string): Set<string> {
    const pages = new Set<string>();
    const seen = new Set([id]);
    for (const module of seen) {
      const page = PUBLIC_PAGE.exec(module)?.[1];
      if (page) pages.add(page);
      for (const importer of this.of(module)) seen.add(importer); // a Set also walks what is added
    }
    return pages;
  }

  #usersOf(id: string, index: string): string[] {
    const { code, importers } = this.#info(index);
    const exported = remember(this.#exported, index, () => exportsOf(code ?? ""));
    const file = `./${path.relative(path.dirname(index), id).replaceAll(path.sep, "/")}`;
    const names = exported.get(file) ?? [];
    return importers.filter((user) => {
      const imported = remember(this.#imported, user, () => importedNames(this.#info(user).code ?? ""));
      return names.includes(ALL) || names.some((name) => imported.has(name));
    });
  }

  #info(id: string): ModuleInfo {
    return this.#graph.getModuleInfo(id) ?? { importers: [], code: null };
  }
}

function remember<V>(known: Map<string, V>, key: string, find: () => V): V {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

/** The names under which an index exports what is in each of its files. */
function exportsOf(index: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, list, file = ""] of index.matchAll(/(?:im|ex)port (\*|\{[^}]+\}) from "([^"]+)"/g)) {
    const names = list === ALL ? [ALL] : listed(list).map((name) => name.split(" as ").at(-1) ?? name);
    found.set(file, [...(found.get(file) ?? []), ...names]);
  }
  return found;
}

function importedNames(code: string): Set<string> {
  const names = [...code.matchAll(/import (\{[^}]+\}) from/g)].flatMap(([, list]) => listed(list));
  return new Set(names.map((name) => name.split(" as ")[0] ?? name));
}

/** The names in `{ a, b as c }`. */
function listed(braces = "{}"): string[] {
  return braces
    .slice(1, -1)
    .split(",")
    .map((name) => name.trim());
}
