import type { XmlDocument, XmlNode, XsdValidator } from "libxml2-wasm";
import { LAYOUTS } from "../read/layouts.ts";
import { IRREGULARITIES_MAX, Irregularities, type Irregularity } from "./irregularity.ts";
import { widenCnpj } from "./widen-cnpj.ts";

/** The result of validation with an operator's XSD. `sem-esquema`: the folder has none for the
 * document. `esquema-invalido`: that file does not compile; `detail` is libxml2's reason. */
export type SchemaResult =
  | { kind: "validado"; esquema: string; irregularidades: Irregularity[] }
  | { kind: "sem-esquema" }
  | { kind: "esquema-invalido"; esquema: string; detalhe: string };

/** An opened folder of official XSDs; each schema is compiled at first use and cached. */
export type Schemas = {
  /** Validates the bytes of a document that `examineDfe` can read.
   * @param documento its root element, and the versao of
   * that element (of its infXxx when the root has none) */
  validate(documento: { raiz: string; versao: string }, bytes: Uint8Array): SchemaResult;
  /** Frees the memory of the compiled schemas; the folder cannot be used afterwards. */
  close(): void;
};

/** Root element → start of its schema's file name. */
const FILES: ReadonlyMap<string, string> = new Map([
  ...LAYOUTS.flatMap(({ schemas }) => Object.entries(schemas)),
  ...["enviNFe", "envEvento", "resNFe", "resEvento"].map((name): [string, string] => [name, name]),
]);

type Lib = typeof import("libxml2-wasm");
type CompiledSchema = { validator: XsdValidator } | { detalhe: string };

/** libxml2 has one global list of input providers: register one, in which every open folder has a prefix. */
let provider: InstanceType<Lib["XmlBufferInputProvider"]> | null = null;
let folders = 0;

/** Opens a folder of XSDs that the caller has read: neither this package nor libxml2 accesses the disk.
 * @param arquivos path in the folder, with "/" ("nfe/procNFe_v4.00.xsd")
 * → bytes; of files with the same name, the last path counts */
export async function openSchemas(arquivos: ReadonlyMap<string, Uint8Array>): Promise<Schemas> {
  // Loaded here, at first use, since only validation needs it.
  const lib = await import("libxml2-wasm");
  if (!provider) {
    provider = new lib.XmlBufferInputProvider({});
    lib.xmlRegisterInputProvider(provider);
  }
  folders += 1;
  return new SchemaFolder(lib, { nome: `esquemas-${folders}`, arquivos, provider });
}

type FolderContent = {
  nome: string;
  arquivos: ReadonlyMap<string, Uint8Array>;
  provider: InstanceType<Lib["XmlBufferInputProvider"]>;
};

class SchemaFolder implements Schemas {
  readonly #lib: Lib;
  readonly #content: FolderContent;
  readonly #compiled = new Map<string, CompiledSchema>();
  /** File name → last path with that name. */
  readonly #paths = new Map<string, string>();

  constructor(lib: Lib, content: FolderContent) {
    this.#lib = lib;
    this.#content = content;
    for (const path of [...content.arquivos.keys()].sort()) {
      this.#paths.set(path.slice(path.lastIndexOf("/") + 1), path);
      const bytes = content.arquivos.get(path);
      if (bytes) content.provider.addBuffer(this.#url(path), widenCnpj(bytes));
    }
  }

  validate({ raiz, versao }: { raiz: string; versao: string }, bytes: Uint8Array): SchemaResult {
    const esquema = this.#paths.get(`${FILES.get(raiz) ?? ""}_v${versao}.xsd`);
    if (esquema === undefined) return { kind: "sem-esquema" };
    const compiled = this.#compile(esquema);
    if ("detalhe" in compiled) return { kind: "esquema-invalido", esquema, detalhe: compiled.detalhe };
    const irregularities = new Irregularities();
    for (const detail of this.#errors(compiled.validator, bytes)) {
      irregularities.add("esquema-divergente", detail.caminho, detail.mensagem);
    }
    return { kind: "validado", esquema, irregularidades: irregularities.lista };
  }

  close(): void {
    for (const compiled of this.#compiled.values()) if ("validator" in compiled) compiled.validator.dispose();
    this.#compiled.clear();
    this.#paths.clear();
    for (const path of this.#content.arquivos.keys()) this.#content.provider.removeBuffer(this.#url(path));
  }

  #url(path: string): string {
    return `${this.#content.nome}/${path}`;
  }

  #compile(esquema: string): CompiledSchema {
    const known = this.#compiled.get(esquema);
    if (known) return known;
    const compiled = this.#compileNow(esquema);
    this.#compiled.set(esquema, compiled);
    return compiled;
  }

  #compileNow(esquema: string): CompiledSchema {
    const { XmlDocument, XsdValidator, XmlError } = this.#lib;
    const bytes = this.#content.arquivos.get(esquema) ?? new Uint8Array();
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
      return error.details.slice(0, IRREGULARITIES_MAX).map(({ xpath, line, message }) => ({
        caminho: (document && xpath && pathAt(document, xpath)) || `linha ${line}`,
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
function pathAt(document: XmlDocument, xpath: string): string {
  const names: string[] = [];
  let node: XmlNode | null = document.get(xpath);
  while (node) {
    if ("name" in node && typeof node.name === "string") names.unshift(node.name);
    node = node.parent;
  }
  return names.join("/");
}

/** libxml2's message without namespaces. */
function plainMessage(message: string): string {
  return firstLine(message)
    .replace(/\{http[^}]*\}/g, "")
    .slice(0, 300);
}
