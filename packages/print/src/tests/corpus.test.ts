import { type Papel, readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { type Arquivo, hasColecao, readColecao } from "./colecao.ts";
import { findDefeitos } from "./conferir.ts";
import { codigosOf, hasLeitor, hasPdftotext } from "./ferramentas.ts";

/** Folders of the collection that hold documents and eventos; what else is there has no paper. */
const DE_DOCUMENTOS = /^(NFe|nfeProc|CTe|cteProc|cteOSProc|MDFe|mdfeProc|evento|procEvento|env)/;
/** Files of those folders that are no document: XML that is broken, or a template with its fields left empty. */
const SEM_PAPEL_MAX = 12;
/** Looked over one by one: every so many, so that all kinds are among them. */
const CONFERIDOS = 40;
const LIDOS = 6;

type Lido = Arquivo & { papel: Papel };

const arquivos = readColecao().filter(({ nome }) => DE_DOCUMENTOS.test(nome));
const lidos: Lido[] = arquivos.flatMap((arquivo) => {
  const papel = readPapel(arquivo.bytes);
  return papel ? [{ ...arquivo, papel }] : [];
});

function kindOf(papel: Papel): string {
  return papel.kind === "nfe" ? `${papel.kind}-${papel.modelo}` : papel.kind;
}

/** A few of each kind, spread over the collection. */
function sampleOf(all: readonly Lido[], count: number): Lido[] {
  const kinds = [...new Set(all.map(({ papel }) => kindOf(papel)))];
  const each = Math.ceil(count / kinds.length);
  return kinds.flatMap((kind) => {
    const group = all.filter(({ papel }) => kindOf(papel) === kind);
    const step = Math.max(1, Math.floor(group.length / each));
    return group.filter((_, at) => at % step === 0).slice(0, each);
  });
}

describe.skipIf(!hasColecao)("the collection of real documents", () => {
  test("is printed without an error, every document of it", () => {
    const counts = new Map<string, number>();
    let paginas = 0;
    for (const { papel } of lidos) {
      const impresso = printDfe({ papel });
      expect(Buffer.from(impresso.pdf.subarray(0, 5)).toString()).toBe("%PDF-");
      counts.set(kindOf(papel), (counts.get(kindOf(papel)) ?? 0) + 1);
      paginas += impresso.paginas;
    }
    process.stdout.write(`impressos: ${JSON.stringify(Object.fromEntries(counts))}, ${paginas} páginas\n`);
    expect(arquivos.length - lidos.length).toBeLessThanOrEqual(SEM_PAPEL_MAX);
    expect([...counts.keys()].sort()).toEqual(["cte", "evento", "mdfe", "nfe-55", "nfe-65"]);
  });

  test.skipIf(!hasPdftotext).each(sampleOf(lidos, CONFERIDOS))(
    "has nothing on anything: $nome",
    ({ papel }) => {
      expect(findDefeitos(printDfe({ papel }).pdf)).toEqual([]);
    },
  );

  test.skipIf(!hasLeitor).each(
    sampleOf(
      lidos.filter(({ papel }) => chaveOf(papel)?.length === 44 && kindOf(papel) !== "nfe-65"),
      LIDOS,
    ),
  )("has its key where a scanner reads it: $nome", ({ papel }) => {
    expect(codigosOf(printDfe({ papel }).pdf)).toContain(chaveOf(papel));
  });
});

/** The key in the bar code of a paper. */
function chaveOf(papel: Papel): string | null {
  return papel.kind === "evento" ? null : papel.chave;
}
