const ICMS_PROPRIO = "ICMS00 ICMS10 ICMS20 ICMS51 ICMS70 ICMS90 ICMSPart ICMSSN900";
const ICMS_ST = "ICMS10 ICMS30 ICMS70 ICMS90 ICMSPart ICMSSN201 ICMSSN202 ICMSSN900";
const DESONERADO = "ICMS20 ICMS30 ICMS40 ICMS70 ICMS90 ICMSPart";

/** The amounts of each item: name → groups that contain it, as `group` (same tag name) or `group.tag`. */
export const ITEM_AMOUNTS = {
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
export const ITEM_FLAGS = {
  indTot: "prod",
  CFOP: "prod",
  tpOp: "veicProd",
  indDeduzDeson: DESONERADO,
  indSomaPISST: "PISST",
  indSomaCOFINSST: "COFINSST",
} as const;

/** The amounts of the totals. A name that items have too is the sum over them. */
export const TOTAL_AMOUNTS = {
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
export const REPEATED = {
  vDup: "dup",
  vPag: "detPag",
  vRetido:
    "retTrib.vRetPIS retTrib.vRetCOFINS retTrib.vRetCSLL retTrib.vIRRF retTrib.vRetPrev ISSQNtot.vISSRet",
} as const;
export const FLAGS = { mod: "ide", dhEmi: "ide", finNFe: "ide", tPag: "detPag" } as const;

export type ItemAmount = keyof typeof ITEM_AMOUNTS;
export type ItemFlag = keyof typeof ITEM_FLAGS;
export type TotalAmount = keyof typeof TOTAL_AMOUNTS;
export type RepeatedAmount = keyof typeof REPEATED;
export type Flag = keyof typeof FLAGS;

/** The path of each group of totals, for irregularities. */
export const PATHS: Readonly<Record<string, string>> = {
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
  kind: "item" | "marca-item" | "total" | "repetido" | "marca";
  name: string;
  sources: string;
}[] = [
  ...rows("item", ITEM_AMOUNTS),
  ...rows("marca-item", ITEM_FLAGS),
  ...rows("total", TOTAL_AMOUNTS),
  ...rows("repetido", REPEATED),
  ...rows("marca", FLAGS),
];

/** `group.tag` → slot, for a layout; `conhecidas` limits it to the tags of a smaller layout. */
export function nfeCaptures(conhecidas?: ReadonlySet<string>): Record<string, number> {
  const captures: Record<string, number> = {};
  SLOTS.forEach(({ name, sources }, slot) => {
    for (const source of sources.split(" ")) {
      const [group = "", tag = name] = source.split(".");
      const capture = `${group}.${tag}`;
      if (!conhecidas || conhecidas.has(capture)) captures[capture] = slot;
    }
  });
  return captures;
}

function rows<O extends (typeof SLOTS)[number]["kind"]>(kind: O, table: Readonly<Record<string, string>>) {
  return Object.entries(table).map(([name, sources]) => ({ kind, name, sources }));
}

function withTag(groups: string, tag: string): string {
  return groups.replace(/\S+/g, (group) => `${group}.${tag}`);
}
