import { TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { hasEsquemas } from "../estrutura/tests/shared.ts";
import type { ParteCitada } from "../leitura.ts";
import { bytesOf, makeNota } from "../tests/make-dfe.ts";
import { makeCte, makeCteOs, makeCteSimp, makeMdfe } from "../tests/make-transporte.ts";
import { PARTE_PLACES } from "./partes-citadas.ts";
import { readDfe } from "./read-dfe.ts";
import { listDocumentoPaths } from "./tests/schema-paths.ts";

const EMITENTE = "11222333000181";
const NOSSA = "41820376000120";
const PESSOA = "52998224725";

const BASES: Record<TipoNota, string> = {
  NFe: makeNota({ cnpj: EMITENTE }),
  NFCe: makeNota({ cnpj: EMITENTE, modelo: "65" }),
  CTe: makeCte(),
  CTeOS: makeCteOs(),
  MDFe: makeMdfe(),
};

function partesOf(xml: string): ParteCitada[] {
  const leitura = readDfe(bytesOf(xml));
  if (leitura.kind !== "nota") throw new Error(JSON.stringify(leitura));
  return leitura.nota.partes;
}

/** Inserts a field into the element at a path, which is created if absent. */
function plant(xml: string, caminho: string, campo: string): string {
  const signed = /<(infNFe|infCte|infMDFe) /.exec(xml)?.[1] ?? "";
  let [from, to] = spanOf(xml, signed, [0, xml.length]) ?? [0, 0];
  const passos = caminho.split("/");
  for (const [n, passo] of passos.entries()) {
    const inside = spanOf(xml, passo, [from, to]);
    if (inside === null) {
      const rest = passos.slice(n);
      const made = `${rest.map((each) => `<${each}>`).join("")}${campo}${rest
        .toReversed()
        .map((each) => `</${each}>`)
        .join("")}`;
      return xml.slice(0, to) + made + xml.slice(to);
    }
    [from, to] = inside;
  }
  const name = /^<(\w+)>/.exec(campo)?.[1] ?? "";
  const others = xml.slice(from, to).replace(new RegExp(`<(${name}|CNPJ|CPF)>[^<]*</\\1>`, "g"), "");
  return xml.slice(0, from) + campo + others + xml.slice(to);
}

/** The offsets of the content of the first element with a name; elements with the same name can be nested. */
function spanOf(xml: string, local: string, [from, to]: [number, number]): [number, number] | null {
  let start = -1;
  let depth = 0;
  for (const tag of xml.slice(from, to).matchAll(new RegExp(`<(/?)${local}(?: [^>]*)?>`, "g"))) {
    const at = from + tag.index;
    if (start < 0) start = at + tag[0].length;
    depth += tag[1] === "" ? 1 : -1;
    if (depth === 0) return [start, at];
  }
  return null;
}

const CASOS = TIPOS_NOTA.flatMap((tipo) =>
  PARTE_PLACES[tipo].flatMap(({ parte, caminho, numeros }) =>
    numeros.map((numero) => [tipo, `${caminho}/${numero}`, parte, { caminho, numero }] as const),
  ),
);

describe("every CNPJ or CPF in a document names a party", () => {
  test.each(CASOS)(
    "in a %s, the CNPJ or CPF in %s names the party %s",
    (tipo, _campo, parte, { caminho, numero }) => {
      const documento = numero.startsWith("CNPJ") ? NOSSA : PESSOA;
      // A simplified CT-e has its tomador and its modal outside the groups of other CT-e.
      const isSimples = tipo === "CTe" && /^(toma|infModal)/.test(caminho);
      const base = (isSimples ? makeCteSimp() : BASES[tipo]).replaceAll(PESSOA, "15350946056");
      const partes = partesOf(plant(base, caminho, `<${numero}>${documento}</${numero}>`));
      expect(partes).toContainEqual(expect.objectContaining({ documento, parte }));
    },
  );

  test("a party has the name next to its number, and is listed once, in its first role", () => {
    const nossa = `<CNPJ>${NOSSA}</CNPJ><xNome>Borandá</xNome>`;
    const contratada = plant(BASES.MDFe, "infModal/rodo/infANTT/infContratante", nossa);
    const partes = partesOf(plant(contratada, "autXML", `<CNPJ>${NOSSA}</CNPJ>`));
    expect(partes.filter(({ documento }) => documento === NOSSA)).toEqual([
      { parte: "contratante", documento: NOSSA, nome: "Borandá" },
    ]);
  });

  test("the parties in the groups of a simplified CT-e are found", () => {
    const xml = plant(makeCteSimp(), "infModal/rodo/occ/emiOcc", `<CNPJ>${NOSSA}</CNPJ>`);
    expect(partesOf(xml).map(({ parte }) => parte)).toEqual(["tomador", "emitenteOrdemColeta"]);
  });

  test.each(["", "ISENTO", "123", "9".repeat(40), "<x>1</x>"])(
    "an invalid CNPJ or CPF is ignored: %j",
    (texto) => {
      const xml = plant(BASES.MDFe, "infModal/rodo/infANTT/infContratante", `<CNPJ>${texto}</CNPJ>`);
      expect(partesOf(xml).map(({ parte }) => parte)).toEqual(["condutor"]);
    },
  );
});

/** Fields of the schemas that name no party, with the reason. */
const OUTROS: readonly [RegExp, string][] = [
  [/\/emit\//, "the emitente itself"],
  [/\/ide\/NFref\//, "the emitente of a referenced document"],
  [/\/avulsa\//, "the tax authority"],
  [/\/(CNPJFab|CNPJProd)$/, "the manufacturer"],
  [/\/(infRespTec\/CNPJ|infPAA\/CNPJPAA|CPFRespTec)$/, "supplier of software or signatures, consultant"],
  [/\/(CNPJPag|card\/CNPJ|card\/CNPJReceb|pgto\/CNPJBasePSP|pgto\/CNPJReceb|CNPJIPEF)$/, "payment data"],
];

const CTE = "cte-PL_CTe_400_RTC";
const MDFE = "mdfe-PL_300b_1.03";
/** The schemas of each model, and the element that contains a modal. */
const ESQUEMAS: readonly [TipoNota, string, readonly string[], string][] = [
  ["NFe", "TNFe/infNFe", ["nfe-PL_010_V1.30/leiauteNFe_v4.00.xsd"], ""],
  ["NFe", "TNFe/infNFe", ["nfe-PL_010e_v1.01/leiauteNFe_v4.00.xsd"], ""],
  ["CTe", "TCTe/infCte", [`${CTE}/cteTiposBasico_v4.00.xsd`], ""],
  ["CTe", "TCTeSimp/infCte", [`${CTE}/cteTiposBasico_v4.00.xsd`], ""],
  ["CTeOS", "TCTeOS/infCte", [`${CTE}/cteTiposBasico_v4.00.xsd`], ""],
  ["CTe", "rodo", [`${CTE}/cteModalRodoviario_v4.00.xsd`], "infCTeNorm/infModal/"],
  ["CTe", "ferrov", [`${CTE}/cteModalFerroviario_v4.00.xsd`], "infCTeNorm/infModal/"],
  ["CTe", "multimodal", [`${CTE}/cteMultiModal_v4.00.xsd`], "infCTeNorm/infModal/"],
  ["CTeOS", "rodoOS", [`${CTE}/cteModalRodoviarioOS_v4.00.xsd`], "infCTeNorm/infModal/"],
  ["MDFe", "TMDFe/infMDFe", [`${MDFE}/mdfeTiposBasico_v3.00.xsd`], ""],
  ["MDFe", "rodo", [`${MDFE}/mdfeModalRodoviario_v3.00.xsd`], "infModal/"],
];

describe.skipIf(!hasEsquemas)("the fields of the official schemas in ../shared/schemas", () => {
  test.each(ESQUEMAS)("in %s, %s, every field with a CNPJ or CPF is listed", (tipo, raiz, files, antes) => {
    const listed = new Set(
      PARTE_PLACES[tipo].flatMap(({ caminho, numeros }) => numeros.map((each) => `${caminho}/${each}`)),
    );
    const found = listDocumentoPaths(files).filter((campo) => campo.startsWith(`${raiz}/`));
    const below = raiz.includes("/") ? `${raiz}/` : "";
    const forgotten = found
      .filter((campo) => !OUTROS.some(([outro]) => outro.test(campo)))
      .map((campo) => antes + campo.slice(below.length))
      .filter((campo) => !listed.has(campo));
    expect(found).not.toEqual([]);
    expect(forgotten).toEqual([]);
  });
});
