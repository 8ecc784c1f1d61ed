const ICMS_PROPRIO = "ICMS00 ICMS10 ICMS20 ICMS51 ICMS70 ICMS90 ICMSPart ICMSSN900";
const ICMS_ST = "ICMS10 ICMS30 ICMS70 ICMS90 ICMSPart ICMSSN201 ICMSSN202 ICMSSN900";
const DESONERADO = "ICMS20 ICMS30 ICMS40 ICMS70 ICMS90 ICMSPart";

/** The amounts of each item: name → groups that contain it, as `group` (same tag name) or `group.tag`. */
export const DO_ITEM = {
  vProd: "prod",
  vFrete: "prod",
  vSeg: "prod",
  vDesc: "prod",
  vOutro: "prod",
  vTotTrib: "imposto",
  vBC: ICMS_PROPRIO,
  vICMS: ICMS_PROPRIO,
  vICMSDeson: DESONERADO,
  vFCP: "ICMS00 ICMS10 ICMS20 ICMS51 ICMS70 ICMS90",
  vFCPDif: "ICMS51 ICMS90",
  vBCST: ICMS_ST,
  vST: withTag(ICMS_ST, "vICMSST"),
  vFCPST: ICMS_ST,
  vFCPSTRet: "ICMS60 ICMSST ICMSSN500",
  vICMSMono: "ICMS02 ICMS15 ICMS53",
  vICMSMonoReten: "ICMS15",
  vICMSMonoRet: "ICMS61",
  vFCPUFDest: "ICMSUFDest",
  vICMSUFDest: "ICMSUFDest",
  vICMSUFRemet: "ICMSUFDest",
  vII: "II",
  vIPI: "IPITrib",
  vIPIDevol: "ipiDevolvido",
  vPIS: "PISAliq PISQtde PISOutr",
  vCOFINS: "COFINSAliq COFINSQtde COFINSOutr",
  vPISST: "PISST.vPIS",
  vCOFINSST: "COFINSST.vCOFINS",
  vBCISSQN: "ISSQN.vBC",
  vISSQN: "ISSQN",
  vIS: "IS",
  vBCIBSCBS: "gIBSCBS.vBC",
  vIBSUF: "gIBSUF",
  vIBSMun: "gIBSMun",
  vIBS: "gIBSCBS",
  vCBS: "gCBS",
  vIBSMono: "gMonoPadrao",
  vCBSMono: "gMonoPadrao",
  vItem: "det",
} as const;

/** Fields of an item that decide how it is added; they are not amounts. */
export const MARCAS_DO_ITEM = {
  indTot: "prod",
  CFOP: "prod",
  tpOp: "veicProd",
  indDeduzDeson: DESONERADO,
  indSomaPISST: "PISST",
  indSomaCOFINSST: "COFINSST",
} as const;

/** The amounts of the totals. A name that items have too is the sum over them. */
export const DO_TOTAL = {
  vProd: "ICMSTot",
  vFrete: "ICMSTot",
  vSeg: "ICMSTot",
  vDesc: "ICMSTot",
  vOutro: "ICMSTot",
  vTotTrib: "ICMSTot",
  vBC: "ICMSTot",
  vICMS: "ICMSTot",
  vICMSDeson: "ICMSTot",
  vFCP: "ICMSTot",
  vBCST: "ICMSTot",
  vST: "ICMSTot",
  vFCPST: "ICMSTot",
  vFCPSTRet: "ICMSTot",
  vICMSMono: "ICMSTot",
  vICMSMonoReten: "ICMSTot",
  vICMSMonoRet: "ICMSTot",
  vFCPUFDest: "ICMSTot",
  vICMSUFDest: "ICMSTot",
  vICMSUFRemet: "ICMSTot",
  vII: "ICMSTot",
  vIPI: "ICMSTot",
  vIPIDevol: "ICMSTot",
  vPIS: "ICMSTot",
  vCOFINS: "ICMSTot",
  vNF: "ICMSTot",
  vServ: "ISSQNtot",
  vBCISSQN: "ISSQNtot.vBC",
  vISSQN: "ISSQNtot.vISS",
  vIS: "ISTot",
  vBCIBSCBS: "IBSCBSTot",
  vIBSUF: "totIBSUF",
  vIBSMun: "totIBSMun",
  vIBS: "gIBS",
  vCBS: "totCBS",
  vIBSMono: "gMono",
  vCBSMono: "gMono",
  vNFTot: "total",
  vOrig: "fat",
  vDescFat: "fat.vDesc",
  vLiq: "fat",
  vTroco: "pag",
} as const;

/** Repeated amounts outside the items. */
export const REPETIDOS = {
  vDup: "dup",
  vPag: "detPag",
  vRetido:
    "retTrib.vRetPIS retTrib.vRetCOFINS retTrib.vRetCSLL retTrib.vIRRF retTrib.vRetPrev ISSQNtot.vISSRet",
} as const;
export const MARCAS = { mod: "ide", dhEmi: "ide", finNFe: "ide", tPag: "detPag" } as const;

export type DoItem = keyof typeof DO_ITEM;
export type MarcaDoItem = keyof typeof MARCAS_DO_ITEM;
export type DoTotal = keyof typeof DO_TOTAL;
export type Repetido = keyof typeof REPETIDOS;
export type Marca = keyof typeof MARCAS;

/** The path of each group of totals, for irregularities. */
export const CAMINHOS: Readonly<Record<string, string>> = {
  ICMSTot: "infNFe/total/ICMSTot",
  ISSQNtot: "infNFe/total/ISSQNtot",
  ISTot: "infNFe/total/ISTot",
  IBSCBSTot: "infNFe/total/IBSCBSTot",
  gIBS: "infNFe/total/IBSCBSTot/gIBS",
  totIBSUF: "infNFe/total/IBSCBSTot/gIBS/gIBSUF",
  totIBSMun: "infNFe/total/IBSCBSTot/gIBS/gIBSMun",
  totCBS: "infNFe/total/IBSCBSTot/gCBS",
  gMono: "infNFe/total/IBSCBSTot/gMono",
  total: "infNFe/total",
  fat: "infNFe/cobr/fat",
  pag: "infNFe/pag",
};

/** All tables in one list: the index is the slot number. */
export const SLOTS: readonly {
  onde: "item" | "marca-item" | "total" | "repetido" | "marca";
  nome: string;
  fontes: string;
}[] = [
  ...rows("item", DO_ITEM),
  ...rows("marca-item", MARCAS_DO_ITEM),
  ...rows("total", DO_TOTAL),
  ...rows("repetido", REPETIDOS),
  ...rows("marca", MARCAS),
];

/** `group.tag` → slot, for a layout; `conhecidas` limits it to the tags of a smaller layout. */
export function capturasNfe(conhecidas?: ReadonlySet<string>): Record<string, number> {
  const capturas: Record<string, number> = {};
  SLOTS.forEach(({ nome, fontes }, slot) => {
    for (const fonte of fontes.split(" ")) {
      const [grupo = "", tag = nome] = fonte.split(".");
      const captura = `${grupo}.${tag}`;
      if (!conhecidas || conhecidas.has(captura)) capturas[captura] = slot;
    }
  });
  return capturas;
}

function rows<O extends (typeof SLOTS)[number]["onde"]>(onde: O, tabela: Readonly<Record<string, string>>) {
  return Object.entries(tabela).map(([nome, fontes]) => ({ onde, nome, fontes }));
}

function withTag(grupos: string, tag: string): string {
  return grupos.replace(/\S+/g, (grupo) => `${grupo}.${tag}`);
}
