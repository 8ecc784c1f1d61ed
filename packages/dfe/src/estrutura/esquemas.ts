import type { XmlDocument, XmlNode, XsdValidator } from "libxml2-wasm";
import { IRREGULARIDADES_MAX, type Irregularidade, Irregularidades } from "./irregularidade.ts";
import { widenCnpj } from "./widen-cnpj.ts";

/** The result of validation with an operator's XSD. `sem-esquema`: the folder has none for the
 * document. `esquema-invalido`: that file does not compile; `detalhe` is libxml2's reason. */
export type ResultadoEsquema =
  | { kind: "validado"; esquema: string; irregularidades: Irregularidade[] }
  | { kind: "sem-esquema" }
  | { kind: "esquema-invalido"; esquema: string; detalhe: string };

/** An opened folder of official XSDs; each schema is compiled at first use and cached. */
export type Esquemas = {
  /** Validates the bytes of a document that `examineDfe` can read.
   * @param documento its root element, and the versao of
   * that element (of its infXxx when the root has none) */
  validate(documento: { raiz: string; versao: string }, bytes: Uint8Array): ResultadoEsquema;
  /** Frees the memory of the compiled schemas; the folder cannot be used afterwards. */
  close(): void;
};

/** Root element → start of its schema's file name. */
const ARQUIVOS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nfeProc: "procNFe",
    NFe: "nfe",
    enviNFe: "enviNFe",
    procEventoNFe: "procEventoNFe",
    envEvento: "envEvento",
    resNFe: "resNFe",
    resEvento: "resEvento",
    cteProc: "procCTe",
    CTe: "cte",
    cteOSProc: "procCTeOS",
    CTeOS: "cteOS",
    cteSimpProc: "procCTeSimp",
    CTeSimp: "cteSimp",
    procEventoCTe: "procEventoCTe",
    eventoCTe: "eventoCTe",
    mdfeProc: "procMDFe",
    MDFe: "mdfe",
    procEventoMDFe: "procEventoMDFe",
    eventoMDFe: "eventoMDFe",
  }),
);

type Lib = typeof import("libxml2-wasm");
type CompiledSchema = { validator: XsdValidator } | { detalhe: string };

/** libxml2 has one global list of input providers: register one, in which every open folder has a prefix. */
let provider: InstanceType<Lib["XmlBufferInputProvider"]> | null = null;
let folders = 0;

/** Opens a folder of XSDs that the caller has read: neither this package nor libxml2 accesses the disk.
 * @param arquivos path in the folder, with "/" ("nfe/procNFe_v4.00.xsd")
 * → bytes; of files with the same name, the last path counts */
export async function openEsquemas(arquivos: ReadonlyMap<string, Uint8Array>): Promise<Esquemas> {
  // Loaded here, at first use, since only validation needs it.
  const lib = await import("libxml2-wasm");
  if (!provider) {
    provider = new lib.XmlBufferInputProvider({});
    lib.xmlRegisterInputProvider(provider);
  }
  folders += 1;
  return new SchemaFolder(lib, { nome: `esquemas-${folders}`, arquivos, provider });
}

type Conteudo = {
  nome: string;
  arquivos: ReadonlyMap<string, Uint8Array>;
  provider: InstanceType<Lib["XmlBufferInputProvider"]>;
};

class SchemaFolder implements Esquemas {
  readonly #lib: Lib;
  readonly #conteudo: Conteudo;
  readonly #compilados = new Map<string, CompiledSchema>();
  /** File name → last path with that name. */
  readonly #caminhos = new Map<string, string>();

  constructor(lib: Lib, conteudo: Conteudo) {
    this.#lib = lib;
    this.#conteudo = conteudo;
    for (const caminho of [...conteudo.arquivos.keys()].sort()) {
      this.#caminhos.set(caminho.slice(caminho.lastIndexOf("/") + 1), caminho);
      const bytes = conteudo.arquivos.get(caminho);
      if (bytes) conteudo.provider.addBuffer(this.#url(caminho), widenCnpj(bytes));
    }
  }

  validate({ raiz, versao }: { raiz: string; versao: string }, bytes: Uint8Array): ResultadoEsquema {
    const esquema = this.#caminhos.get(`${ARQUIVOS.get(raiz) ?? ""}_v${versao}.xsd`);
    if (esquema === undefined) return { kind: "sem-esquema" };
    const compilado = this.#compile(esquema);
    if ("detalhe" in compilado) return { kind: "esquema-invalido", esquema, detalhe: compilado.detalhe };
    const irregularidades = new Irregularidades();
    for (const detalhe of this.#errors(compilado.validator, bytes)) {
      irregularidades.add("esquema-divergente", detalhe.caminho, detalhe.mensagem);
    }
    return { kind: "validado", esquema, irregularidades: irregularidades.lista };
  }

  close(): void {
    for (const compilado of this.#compilados.values())
      if ("validator" in compilado) compilado.validator.dispose();
    this.#compilados.clear();
    this.#caminhos.clear();
    for (const caminho of this.#conteudo.arquivos.keys())
      this.#conteudo.provider.removeBuffer(this.#url(caminho));
  }

  #url(caminho: string): string {
    return `${this.#conteudo.nome}/${caminho}`;
  }

  #compile(esquema: string): CompiledSchema {
    const known = this.#compilados.get(esquema);
    if (known) return known;
    const compilado = this.#compileNow(esquema);
    this.#compilados.set(esquema, compilado);
    return compilado;
  }

  #compileNow(esquema: string): CompiledSchema {
    const { XmlDocument, XsdValidator, XmlError } = this.#lib;
    const bytes = this.#conteudo.arquivos.get(esquema) ?? new Uint8Array();
    try {
      const document = XmlDocument.fromBuffer(widenCnpj(bytes), {
        url: this.#url(esquema),
        option: this.#option(),
      });
      try {
        return { validator: XsdValidator.fromDoc(document) };
      } finally {
        document.dispose();
      }
    } catch (error) {
      if (error instanceof XmlError) return { detalhe: firstLine(error.message) };
      throw error;
    }
  }

  #errors(validator: XsdValidator, bytes: Uint8Array): { caminho: string; mensagem: string }[] {
    const { XmlDocument, XmlError, XmlLibError } = this.#lib;
    let document: XmlDocument | null = null;
    try {
      document = XmlDocument.fromBuffer(bytes, { option: this.#option() });
      validator.validate(document);
      return [];
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      // What libxml2 does not validate at all, such as a reference to an entity.
      if (!(error instanceof XmlLibError)) return [{ caminho: "", mensagem: firstLine(error.message) }];
      return error.details.slice(0, IRREGULARIDADES_MAX).map(({ xpath, line, message }) => ({
        caminho: (document && xpath && caminhoAt(document, xpath)) || `linha ${line}`,
        mensagem: plainMessage(message),
      }));
    } finally {
      document?.dispose();
    }
  }

  #option(): number {
    const { ParseOption } = this.#lib;
    return ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

/** The path of a node; libxml2's own paths have "*" for names in a default namespace. */
function caminhoAt(document: XmlDocument, xpath: string): string {
  const nomes: string[] = [];
  let node: XmlNode | null = document.get(xpath);
  while (node) {
    if ("name" in node && typeof node.name === "string") nomes.unshift(node.name);
    node = node.parent;
  }
  return nomes.join("/");
}

/** libxml2's message without namespaces. */
function plainMessage(message: string): string {
  return firstLine(message)
    .replace(/\{http[^}]*\}/g, "")
    .slice(0, 300);
}
