import { type Tipo, tipoOf } from "./tipos.ts";

/** One tag of a group. */
export type Campo = {
  local: string;
  max: number;
  /** Its position among its siblings; tags that repeat together share one. */
  ordem: number;
  grupo: Grupo | null;
  tipo: Tipo | null;
  captura: number;
};

/** A group: its tags by position, its attributes and its required parts. */
export type Grupo = {
  nome: string;
  campos: Campo[];
  indice: Map<string, number>;
  atributos: { local: string; tipo: Tipo | null; opcional: boolean }[];
  /** Positions of the unconditionally required tags. */
  obrigatorios: number[];
  /** Choices, and sequences that are complete or absent. */
  condicionais: Parte[];
  /** Pairs of positions (município, UF) that must be of the same state. */
  municipios: [number, number][];
  /** Working memory of the traversal: count of each tag. Groups are never recursive. */
  contagem: Uint16Array;
  /** Whether the sums need its end. */
  isItem: boolean;
};

/** A part of a content model. */
export type Parte =
  | { kind: "campo"; indice: number; obrigatorio: boolean }
  | { kind: "sequencia" | "escolha"; partes: Parte[]; obrigatorio: boolean; repetido: boolean };

export type Leiaute = { raiz: Grupo; grupos: ReadonlyMap<string, Grupo> };

type TableSource = { grupos: Map<string, string>; tipos: Map<string, string> };

const TOKEN = /[()|]|[@A-Za-z][A-Za-z0-9]*(?:\/[^\s()|?*+{]+)?|[?*+]|\{[0-9]+,[0-9]+\}/g;
const PREFIXOS_MUNICIPIO = ["", "Ini", "Fim", "Env"];

/** Compiles a table of lines: `group = model` in DTD notation (`a b? (c |
 * d)* e{1,9}`), `type : tag tag…`, or the continuation of the previous
 * line. `tag/type` and `tag/@group` override a type at one place.
 * @param somas `capturas`: `group.tag` → slot of the sums; `item`: the group whose end the sums need
 * @throws RangeError for an undefined name */
export function compileLeiaute(
  tabela: string,
  raiz: string,
  somas: { capturas: Readonly<Record<string, number>>; item: string | null } = { capturas: {}, item: null },
): Leiaute {
  const fonte = readTabela(tabela);
  const grupos = new Map<string, Grupo>();
  const compiled = new LayoutCompiler(fonte, grupos).grupo(raiz);
  for (const [nome, captura] of Object.entries(somas.capturas)) capture(grupos, nome, captura);
  if (somas.item !== null) requireGrupo(grupos, somas.item).isItem = true;
  return { raiz: compiled, grupos };
}

function capture(grupos: Map<string, Grupo>, nome: string, captura: number): void {
  const [grupo = "", local = ""] = nome.split(".");
  const { campos, indice } = requireGrupo(grupos, grupo);
  const campo = campos[indice.get(local) ?? -1];
  if (!campo) throw new RangeError(`no such tag: ${nome}`);
  campo.captura = captura;
}

function requireGrupo(grupos: Map<string, Grupo>, nome: string): Grupo {
  const grupo = grupos.get(nome);
  if (!grupo) throw new RangeError(`no such group: ${nome}`);
  return grupo;
}

function readTabela(tabela: string): TableSource {
  const fonte: TableSource = { grupos: new Map(), tipos: new Map() };
  let last = "";
  for (const line of tabela.split("\n")) {
    const [, nome, sinal, resto = ""] = /^\s*(\S+) ([=:]) (.*)$/.exec(line) ?? [];
    if (nome && sinal === ":") {
      for (const tag of resto.split(/\s+/).filter(Boolean)) define(fonte.tipos, tag, nome);
    } else if (nome) {
      define(fonte.grupos, nome, resto);
      last = nome;
    } else if (line.trim()) fonte.grupos.set(last, `${fonte.grupos.get(last)} ${line}`);
  }
  return fonte;
}

function define(map: Map<string, string>, key: string, value: string): void {
  if (map.has(key)) throw new RangeError(`defined twice: ${key}`);
  map.set(key, value);
}

class LayoutCompiler {
  readonly #fonte: TableSource;
  readonly #grupos: Map<string, Grupo>;

  constructor(fonte: TableSource, grupos: Map<string, Grupo>) {
    this.#fonte = fonte;
    this.#grupos = grupos;
  }

  grupo(nome: string): Grupo {
    const known = this.#grupos.get(nome);
    if (known) return known;
    const modelo = this.#fonte.grupos.get(nome);
    if (modelo === undefined) throw new RangeError(`no such group: ${nome}`);
    const grupo: Grupo = {
      nome,
      campos: [],
      indice: new Map(),
      atributos: [],
      obrigatorios: [],
      condicionais: [],
      municipios: [],
      contagem: new Uint16Array(0),
      isItem: false,
    };
    const partes = new ModelParser(modelo, grupo, (tag, ref) => this.#campo(tag, ref)).read();
    this.#grupos.set(nome, grupo);
    for (const parte of partes) {
      if (parte.kind !== "campo") grupo.condicionais.push(parte);
      else if (parte.obrigatorio) grupo.obrigatorios.push(parte.indice);
    }
    grupo.municipios = municipiosOf(grupo.indice);
    grupo.contagem = new Uint16Array(grupo.campos.length);
    return grupo;
  }

  #campo(tag: string, ref: string): { grupo: Grupo | null; tipo: Tipo | null } {
    if (ref.startsWith("@")) return { grupo: this.grupo(ref.slice(1)), tipo: null };
    if (ref) return { grupo: null, tipo: tipoOf(ref) };
    if (this.#fonte.grupos.has(tag)) return { grupo: this.grupo(tag), tipo: null };
    const tipo = this.#fonte.tipos.get(tag);
    if (!tipo) throw new RangeError(`no type for ${tag}`);
    return { grupo: null, tipo: tipoOf(tipo) };
  }
}

function municipiosOf(indice: ReadonlyMap<string, number>): [number, number][] {
  const pares: [number, number][] = [];
  for (const nome of PREFIXOS_MUNICIPIO) {
    const mun = indice.get(`cMun${nome}`);
    const uf = indice.get(`UF${nome}`);
    if (mun !== undefined && uf !== undefined) pares.push([mun, uf]);
  }
  return pares;
}

/** Compiles one content model into a group. */
class ModelParser {
  readonly #tokens: string[];
  readonly #grupo: Grupo;
  readonly #resolve: (tag: string, ref: string) => Pick<Campo, "grupo" | "tipo">;
  #at = 0;
  #ordem = 0;

  constructor(
    modelo: string,
    grupo: Grupo,
    resolve: (tag: string, ref: string) => Pick<Campo, "grupo" | "tipo">,
  ) {
    this.#tokens = modelo.match(TOKEN) ?? [];
    if (modelo.replace(TOKEN, "").trim()) throw new RangeError(`not a model: ${modelo}`);
    this.#grupo = grupo;
    this.#resolve = resolve;
  }

  read(): Parte[] {
    const { partes } = this.#ramos();
    if (this.#at < this.#tokens.length) throw new RangeError(`unbalanced: ${this.#grupo.nome}`);
    return partes;
  }

  /** Reads up to the end or ")": one sequence, or alternatives separated by "|". */
  #ramos(): { kind: "sequencia" | "escolha"; partes: Parte[] } {
    const ramos: Parte[][] = [[]];
    for (let token = this.#tokens[this.#at]; token !== undefined && token !== ")"; ) {
      if (token === "|") {
        ramos.push([]);
        this.#at += 1;
      } else {
        const parte = this.#parte(token);
        if (parte) ramos.at(-1)?.push(parte);
      }
      token = this.#tokens[this.#at];
    }
    if (ramos.length === 1) return { kind: "sequencia", partes: ramos[0] ?? [] };
    return { kind: "escolha", partes: ramos.map(asRamo) };
  }

  #parte(token: string): Parte | null {
    this.#at += 1;
    if (token.startsWith("@")) return this.#atributo(token);
    if (token === "(") return this.#parenteses();
    const [tag = "", ...ref] = token.split("/");
    const { min, max } = this.#vezes();
    const { indice, campos } = this.#grupo;
    // A tag in two branches of a choice has one position: the first.
    let place = indice.get(tag);
    if (place === undefined) {
      place = campos.length;
      indice.set(tag, place);
      this.#ordem += 1;
      campos.push({ local: tag, max, ordem: this.#ordem, captura: -1, ...this.#resolve(tag, ref.join("/")) });
    }
    return { kind: "campo", indice: place, obrigatorio: min > 0 };
  }

  #parenteses(): Parte {
    const from = this.#grupo.campos.length;
    const { kind, partes } = this.#ramos();
    this.#at += 1;
    const { min, max } = this.#vezes();
    if (max > 1) this.#together(from);
    return { kind, partes, obrigatorio: min > 0 && !isFree(kind, partes), repetido: max > 1 };
  }

  /** Tags of a repeatable part may occur any number of times and in any order. */
  #together(from: number): void {
    for (const campo of this.#grupo.campos.slice(from)) {
      campo.ordem = this.#ordem;
      campo.max = Number.POSITIVE_INFINITY;
    }
  }

  #atributo(token: string): null {
    const [local = "", tipo = "livre"] = token.slice(1).split("/");
    this.#grupo.atributos.push({ local, tipo: tipoOf(tipo), opcional: this.#vezes().min === 0 });
    return null;
  }

  #vezes(): { min: number; max: number } {
    const token = this.#tokens[this.#at] ?? "";
    const [, min, max] = /^\{([0-9]+),([0-9]+)\}$/.exec(token) ?? [];
    if (!min && !/^[?*+]$/.test(token)) return { min: 1, max: 1 };
    this.#at += 1;
    if (min) return { min: Number(min), max: Number(max) };
    return { min: token === "+" ? 1 : 0, max: token === "?" ? 1 : Number.POSITIVE_INFINITY };
  }
}

function asRamo(partes: Parte[]): Parte {
  const [only] = partes;
  if (only && partes.length === 1) return only;
  return { kind: "sequencia", partes, obrigatorio: !isFree("sequencia", partes), repetido: false };
}

/** Says whether a part may be empty: a sequence of optional parts, or a choice with an optional branch. */
function isFree(kind: "sequencia" | "escolha", partes: readonly Parte[]): boolean {
  if (kind === "sequencia") return !partes.some((each) => each.obrigatorio);
  return partes.some((each) => !each.obrigatorio);
}
