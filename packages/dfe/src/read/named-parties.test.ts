import { TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import type { NamedParty } from "../reading.ts";
import { hasSchemas } from "../structure/tests/shared.ts";
import { bytesOf, makeNota } from "../tests/make-dfe.ts";
import { makeCte, makeCteOs, makeCteSimp, makeMdfe } from "../tests/make-transport.ts";
import { PARTY_PLACES } from "./named-parties.ts";
import { readDfe } from "./read-dfe.ts";
import { listDocumentoPaths } from "./tests/schema-paths.ts";

const EMITENTE = "11222333000181";
const OWN = "41820376000120";
const PERSON = "52998224725";

const BASES: Record<TipoNota, string> = {
  NFe: makeNota({ cnpj: EMITENTE }),
  NFCe: makeNota({ cnpj: EMITENTE, modelo: "65" }),
  CTe: makeCte(),
  CTeOS: makeCteOs(),
  MDFe: makeMdfe(),
};

function partiesOf(xml: string): NamedParty[] {
  const reading = readDfe(bytesOf(xml));
  if (reading.kind !== "nota") throw new Error(JSON.stringify(reading));
  return reading.nota.partes;
}

/** Inserts a field into the element at a path, which is created if absent. */
function plant(xml: string, caminho: string, field: string): string {
  const signed = /<(infNFe|infCte|infMDFe) /.exec(xml)?.[1] ?? "";
  let [from, to] = spanOf(xml, signed, [0, xml.length]) ?? [0, 0];
  const steps = caminho.split("/");
  for (const [n, step] of steps.entries()) {
    const inside = spanOf(xml, step, [from, to]);
    if (inside === null) {
      const rest = steps.slice(n);
      const made = `${rest.map((each) => `<${each}>`).join("")}${field}${rest
        .toReversed()
        .map((each) => `</${each}>`)
        .join("")}`;
      return xml.slice(0, to) + made + xml.slice(to);
    }
    [from, to] = inside;
  }
  const name = /^<(\w+)>/.exec(field)?.[1] ?? "";
  const others = xml.slice(from, to).replace(new RegExp(`<(${name}|CNPJ|CPF)>[^<]*</\\1>`, "g"), "");
  return xml.slice(0, from) + field + others + xml.slice(to);
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

const CASES = TIPOS_NOTA.flatMap((tipo) =>
  PARTY_PLACES[tipo].flatMap(({ parte, caminho, numeros }) =>
    numeros.map((numero) => [tipo, `${caminho}/${numero}`, parte, { caminho, numero }] as const),
  ),
);

describe("every CNPJ or CPF in a document names a party", () => {
  test.each(CASES)(
    "in a %s, the CNPJ or CPF in %s names the party %s",
    (tipo, _field, parte, { caminho, numero }) => {
      const documento = numero.startsWith("CNPJ") ? OWN : PERSON;
      // A simplified CT-e has its tomador and its modal outside the groups of other CT-e.
      const isSimples = tipo === "CTe" && /^(toma|infModal)/.test(caminho);
      const base = (isSimples ? makeCteSimp() : BASES[tipo]).replaceAll(PERSON, "15350946056");
      const parties = partiesOf(plant(base, caminho, `<${numero}>${documento}</${numero}>`));
      expect(parties).toContainEqual(expect.objectContaining({ documento, parte }));
    },
  );

  test("a party has the name next to its number, and is listed once, in its first role", () => {
    const nossa = `<CNPJ>${OWN}</CNPJ><xNome>Borandá</xNome>`;
    const hired = plant(BASES.MDFe, "infModal/rodo/infANTT/infContratante", nossa);
    const parties = partiesOf(plant(hired, "autXML", `<CNPJ>${OWN}</CNPJ>`));
    expect(parties.filter(({ documento }) => documento === OWN)).toEqual([
      { parte: "contratante", documento: OWN, nome: "Borandá" },
    ]);
  });

  test("the parties in the groups of a simplified CT-e are found", () => {
    const xml = plant(makeCteSimp(), "infModal/rodo/occ/emiOcc", `<CNPJ>${OWN}</CNPJ>`);
    expect(partiesOf(xml).map(({ parte }) => parte)).toEqual(["tomador", "emitenteOrdemColeta"]);
  });

  test.each(["", "ISENTO", "123", "9".repeat(40), "<x>1</x>"])(
    "an invalid CNPJ or CPF is ignored: %j",
    (text) => {
      const xml = plant(BASES.MDFe, "infModal/rodo/infANTT/infContratante", `<CNPJ>${text}</CNPJ>`);
      expect(partiesOf(xml).map(({ parte }) => parte)).toEqual(["condutor"]);
    },
  );
});

/** Fields of the schemas that name no party, with the reason. */
const OTHERS: readonly [RegExp, string][] = [
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
const SCHEMAS: readonly [TipoNota, string, readonly string[], string][] = [
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

describe.skipIf(!hasSchemas)("the fields of the official schemas in ../shared/schemas", () => {
  test.each(SCHEMAS)("in %s, %s, every field with a CNPJ or CPF is listed", (tipo, root, files, before) => {
    const listed = new Set(
      PARTY_PLACES[tipo].flatMap(({ caminho, numeros }) => numeros.map((each) => `${caminho}/${each}`)),
    );
    const found = listDocumentoPaths(files).filter((field) => field.startsWith(`${root}/`));
    const below = root.includes("/") ? `${root}/` : "";
    const forgotten = found
      .filter((field) => !OTHERS.some(([other]) => other.test(field)))
      .map((field) => before + field.slice(below.length))
      .filter((field) => !listed.has(field));
    expect(found).not.toEqual([]);
    expect(forgotten).toEqual([]);
  });
});
