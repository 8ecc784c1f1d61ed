import { type FieldType, fieldTypeOf } from "./field-types.ts";

/** One tag of a group. */
export type Field = {
  local: string;
  max: number;
  /** Its position among its siblings; tags that repeat together share one. */
  order: number;
  group: Group | null;
  type: FieldType | null;
  slot: number;
};

/** A group: its tags by position, its attributes and its required parts. */
export type Group = {
  name: string;
  fields: Field[];
  index: Map<string, number>;
  attributes: { local: string; type: FieldType | null; isOptional: boolean }[];
  /** Positions of the unconditionally required tags. */
  required: number[];
  /** Choices, and sequences that are complete or absent. */
  conditionals: ModelPart[];
  /** Pairs of positions (município, UF) that must be of the same state. */
  municipioPairs: [number, number][];
  /** Working memory of the traversal: count of each tag. Groups are never recursive. */
  counts: Uint16Array;
  /** Whether the group is the item of the document: the end of each item is reported to the sums. */
  isItem: boolean;
};

/** A part of a content model. */
export type ModelPart =
  | { kind: "campo"; index: number; isRequired: boolean }
  | { kind: "sequencia" | "escolha"; parts: ModelPart[]; isRequired: boolean; isRepeated: boolean };

export type SchemaLayout = { root: Group; groups: ReadonlyMap<string, Group> };

type TableSource = { groups: Map<string, string>; types: Map<string, string> };

const TOKEN = /[()|]|[@A-Za-z][A-Za-z0-9]*(?:\/[^\s()|?*+{]+)?|[?*+]|\{[0-9]+,[0-9]+\}/g;
const MUNICIPIO_PREFIXES = ["", "Ini", "Fim", "Env"];

/** Compiles a table of lines: `group = model` in DTD notation (`a b? (c |
 * d)* e{1,9}`), `type : tag tag…`, or the continuation of the previous
 * line. `tag/type` and `tag/@group` override a type at one place.
 * @param sums `captures`: `group.tag` → slot of the sums; `item`: the group whose end the sums need
 * @throws RangeError for an undefined name */
export function compileLayout(
  table: string,
  root: string,
  sums: { captures: Readonly<Record<string, number>>; item: string | null } = { captures: {}, item: null },
): SchemaLayout {
  const source = readTable(table);
  const groups = new Map<string, Group>();
  const compiled = new LayoutCompiler(source, groups).group(root);
  for (const [name, slot] of Object.entries(sums.captures)) capture(groups, name, slot);
  if (sums.item !== null) requireGroup(groups, sums.item).isItem = true;
  return { root: compiled, groups };
}

function capture(groups: Map<string, Group>, name: string, slot: number): void {
  const [group = "", local = ""] = name.split(".");
  const { fields, index } = requireGroup(groups, group);
  const field = fields[index.get(local) ?? -1];
  if (!field) throw new RangeError(`no such tag: ${name}`);
  field.slot = slot;
}

function requireGroup(groups: Map<string, Group>, name: string): Group {
  const group = groups.get(name);
  if (!group) throw new RangeError(`no such group: ${name}`);
  return group;
}

function readTable(table: string): TableSource {
  const source: TableSource = { groups: new Map(), types: new Map() };
  let last = "";
  for (const line of table.split("\n")) {
    const [, name, sign, rest = ""] = /^\s*(\S+) ([=:]) (.*)$/.exec(line) ?? [];
    if (name && sign === ":") {
      for (const tag of rest.split(/\s+/).filter(Boolean)) define(source.types, tag, name);
    } else if (name) {
      define(source.groups, name, rest);
      last = name;
    } else if (line.trim()) source.groups.set(last, `${source.groups.get(last)} ${line}`);
  }
  return source;
}

function define(map: Map<string, string>, key: string, value: string): void {
  if (map.has(key)) throw new RangeError(`defined twice: ${key}`);
  map.set(key, value);
}

class LayoutCompiler {
  readonly #source: TableSource;
  readonly #groups: Map<string, Group>;

  constructor(source: TableSource, groups: Map<string, Group>) {
    this.#source = source;
    this.#groups = groups;
  }

  group(name: string): Group {
    const known = this.#groups.get(name);
    if (known) return known;
    const modelo = this.#source.groups.get(name);
    if (modelo === undefined) throw new RangeError(`no such group: ${name}`);
    const group: Group = {
      name,
      fields: [],
      index: new Map(),
      attributes: [],
      required: [],
      conditionals: [],
      municipioPairs: [],
      counts: new Uint16Array(0),
      isItem: false,
    };
    const parts = new ModelParser(modelo, group, (tag, ref) => this.#field(tag, ref)).read();
    this.#groups.set(name, group);
    for (const part of parts) {
      if (part.kind !== "campo") group.conditionals.push(part);
      else if (part.isRequired) group.required.push(part.index);
    }
    group.municipioPairs = municipioPairsOf(group.index);
    group.counts = new Uint16Array(group.fields.length);
    return group;
  }

  #field(tag: string, ref: string): { group: Group | null; type: FieldType | null } {
    if (ref.startsWith("@")) return { group: this.group(ref.slice(1)), type: null };
    if (ref) return { group: null, type: fieldTypeOf(ref) };
    if (this.#source.groups.has(tag)) return { group: this.group(tag), type: null };
    const type = this.#source.types.get(tag);
    if (!type) throw new RangeError(`no type for ${tag}`);
    return { group: null, type: fieldTypeOf(type) };
  }
}

function municipioPairsOf(index: ReadonlyMap<string, number>): [number, number][] {
  const pairs: [number, number][] = [];
  for (const name of MUNICIPIO_PREFIXES) {
    const mun = index.get(`cMun${name}`);
    const uf = index.get(`UF${name}`);
    if (mun !== undefined && uf !== undefined) pairs.push([mun, uf]);
  }
  return pairs;
}

/** Compiles one content model into a group. */
class ModelParser {
  readonly #tokens: string[];
  readonly #group: Group;
  readonly #resolve: (tag: string, ref: string) => Pick<Field, "group" | "type">;
  #at = 0;
  #order = 0;

  constructor(
    modelo: string,
    group: Group,
    resolve: (tag: string, ref: string) => Pick<Field, "group" | "type">,
  ) {
    this.#tokens = modelo.match(TOKEN) ?? [];
    if (modelo.replace(TOKEN, "").trim()) throw new RangeError(`not a model: ${modelo}`);
    this.#group = group;
    this.#resolve = resolve;
  }

  read(): ModelPart[] {
    const { parts } = this.#branches();
    if (this.#at < this.#tokens.length) throw new RangeError(`unbalanced: ${this.#group.name}`);
    return parts;
  }

  /** Reads up to the end or ")": one sequence, or alternatives separated by "|". */
  #branches(): { kind: "sequencia" | "escolha"; parts: ModelPart[] } {
    const branches: ModelPart[][] = [[]];
    for (let token = this.#tokens[this.#at]; token !== undefined && token !== ")"; ) {
      if (token === "|") {
        branches.push([]);
        this.#at += 1;
      } else {
        const part = this.#part(token);
        if (part) branches.at(-1)?.push(part);
      }
      token = this.#tokens[this.#at];
    }
    if (branches.length === 1) return { kind: "sequencia", parts: branches[0] ?? [] };
    return { kind: "escolha", parts: branches.map(asBranch) };
  }

  #part(token: string): ModelPart | null {
    this.#at += 1;
    if (token.startsWith("@")) return this.#attribute(token);
    if (token === "(") return this.#parentheses();
    const [tag = "", ...ref] = token.split("/");
    const { min, max } = this.#occurrences();
    const { index, fields } = this.#group;
    // A tag in two branches of a choice has one position: the first.
    let place = index.get(tag);
    if (place === undefined) {
      place = fields.length;
      index.set(tag, place);
      this.#order += 1;
      fields.push({ local: tag, max, order: this.#order, slot: -1, ...this.#resolve(tag, ref.join("/")) });
    }
    return { kind: "campo", index: place, isRequired: min > 0 };
  }

  #parentheses(): ModelPart {
    const from = this.#group.fields.length;
    const { kind, parts } = this.#branches();
    this.#at += 1;
    const { min, max } = this.#occurrences();
    if (max > 1) this.#together(from);
    return { kind, parts, isRequired: min > 0 && !isFree(kind, parts), isRepeated: max > 1 };
  }

  /** Tags of a repeatable part may occur any number of times and in any order. */
  #together(from: number): void {
    for (const field of this.#group.fields.slice(from)) {
      field.order = this.#order;
      field.max = Number.POSITIVE_INFINITY;
    }
  }

  #attribute(token: string): null {
    const [local = "", type = "livre"] = token.slice(1).split("/");
    this.#group.attributes.push({
      local,
      type: fieldTypeOf(type),
      isOptional: this.#occurrences().min === 0,
    });
    return null;
  }

  #occurrences(): { min: number; max: number } {
    const token = this.#tokens[this.#at] ?? "";
    const [, min, max] = /^\{([0-9]+),([0-9]+)\}$/.exec(token) ?? [];
    if (!min && !/^[?*+]$/.test(token)) return { min: 1, max: 1 };
    this.#at += 1;
    if (min) return { min: Number(min), max: Number(max) };
    return { min: token === "+" ? 1 : 0, max: token === "?" ? 1 : Number.POSITIVE_INFINITY };
  }
}

function asBranch(parts: ModelPart[]): ModelPart {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return { kind: "sequencia", parts, isRequired: !isFree("sequencia", parts), isRepeated: false };
}

/** Says whether a part may be empty: a sequence of optional parts, or a choice with an optional branch. */
function isFree(kind: "sequencia" | "escolha", parts: readonly ModelPart[]): boolean {
  if (kind === "sequencia") return !parts.some((each) => each.isRequired);
  return parts.some((each) => !each.isRequired);
}
