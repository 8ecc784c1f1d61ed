import { type Papel, readPapel } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { printDfe } from "../print-dfe.ts";
import { type Arquivo, hasColecao, readColecao } from "./colecao.ts";
import { findDefeitos } from "./conferir.ts";
import { codigosOf, hasLeitor, hasPdftotext, palavrasCorridas } from "./ferramentas.ts";

/** Folders of the collection with documents and eventos; the others have nothing printable. */
const DE_DOCUMENTOS = /^(NFe|nfeProc|CTe|cteProc|cteOSProc|MDFe|mdfeProc|evento|procEvento|env)/;
/** Files in those folders that are no documents: broken XML, or templates with empty fields. */
const SEM_PAPEL_MAX = 12;
/** Number of files checked one by one, sampled so that all kinds are included. */
const CONFERIDOS = 40;
const LIDOS = 6;
/** NF-e checked in the layout of NT 2026.010, half of them in landscape. */
const CONFERIDOS_NT2026 = 12;
const NT2026 = "2026-12-01T10:00:00-03:00";

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
function sampleOf<T extends Pick<Lido, "papel">>(all: readonly T[], count: number): T[] {
  const kinds = [...new Set(all.map(({ papel }) => kindOf(papel)))];
  const each = Math.ceil(count / kinds.length);
  return kinds.flatMap((kind) => {
    const group = all.filter(({ papel }) => kindOf(papel) === kind);
    const step = Math.max(1, Math.floor(group.length / each));
    return group.filter((_, at) => at % step === 0).slice(0, each);
  });
}

describe.skipIf(!hasColecao)("the collection of real documents", () => {
  test("is printed without an error", () => {
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

  test.skipIf(!hasPdftotext).each(sampleOf(lidos, CONFERIDOS))("has no overlaps: $nome", ({ papel }) => {
    expect(findDefeitos(printDfe({ papel }).pdf)).toEqual([]);
  });

  test.skipIf(!hasLeitor).each(
    sampleOf(
      lidos.filter(({ papel }) => chaveOf(papel)?.length === 44 && kindOf(papel) !== "nfe-65"),
      LIDOS,
    ),
  )("has a bar code that decodes to the key: $nome", ({ papel }) => {
    expect(codigosOf(printDfe({ papel }).pdf)).toContain(chaveOf(papel));
  });
});

const nfes = lidos.flatMap(({ nome, papel, bytes }) =>
  papel.kind === "nfe" && papel.modelo === "55"
    ? [{ nome, bytes, papel: { ...papel, emissao: NT2026 } }]
    : [],
);

describe.skipIf(!hasColecao)("the NF-e of the collection in the layout of NT 2026.010", () => {
  test("are printed without an error, in portrait and landscape", () => {
    for (const { papel } of nfes) {
      for (const formatoImpressao of ["1", "2"]) {
        expect(printDfe({ papel: { ...papel, formatoImpressao } }).paginas).toBeGreaterThan(0);
      }
    }
  });

  test.skipIf(!hasPdftotext).each(sampleOf(nfes, CONFERIDOS_NT2026))(
    "have no overlaps: $nome",
    ({ nome, papel }) => {
      const formatoImpressao = nome.length % 2 === 0 ? "1" : "2";
      expect(findDefeitos(printDfe({ papel: { ...papel, formatoImpressao } }).pdf)).toEqual([]);
    },
  );

  const comIbsCbs = nfes.filter(({ papel }) => papel.totais.ibsCbs !== null);
  test.skipIf(!hasPdftotext)("have only amounts of the XML", () => {
    expect(comIbsCbs.length).toBeGreaterThan(3);
    for (const { nome, papel, bytes } of comIbsCbs) {
      const dito = bytes.toString();
      const known = new Set(
        [...dito.matchAll(/>(-?[0-9]+(?:\.[0-9]+)?)</g)].map(([, each = ""]) => Number(each)),
      );
      const text = palavrasCorridas(printDfe({ papel: { ...papel, formatoImpressao: "1" } }).pdf);
      const printed = text.match(/(?<![0-9.,/-])[0-9][0-9.]*,[0-9]+(?![0-9.,])/g) ?? [];
      const invented = printed.filter(
        (each) => !known.has(Number(each.replaceAll(".", "").replace(",", "."))) && !dito.includes(each),
      );
      expect(invented, nome).toEqual([]);
    }
  });
});

/** The key in the bar code of a printed document. */
function chaveOf(papel: Papel): string | null {
  return papel.kind === "evento" ? null : papel.chave;
}
