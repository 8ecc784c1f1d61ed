import type { Uf } from "@malote/syntax";
import type { Autorizador, Enderecos } from "./endereco.ts";
import { ENDERECOS_CTE } from "./enderecos-cte.ts";
import { ENDERECOS_MDFE } from "./enderecos-mdfe.ts";
import { ENDERECOS_NFCE } from "./enderecos-nfce.ts";
import { ENDERECOS_NFE } from "./enderecos-nfe.ts";
import type { ModeloSefaz } from "./servicos.ts";

/** Modelo → autorizador → ambiente → address of each service. */
export const ENDERECOS: Record<ModeloSefaz, Enderecos> = {
  "55": ENDERECOS_NFE,
  "65": ENDERECOS_NFCE,
  "57": ENDERECOS_CTE,
  "67": ENDERECOS_CTE,
  "58": ENDERECOS_MDFE,
};

const DO_CTE: Partial<Record<Uf, Autorizador>> = {
  AP: "SVSP",
  MG: "MG",
  MS: "MS",
  MT: "MT",
  PE: "SVSP",
  PR: "PR",
  RR: "SVSP",
  RS: "RS",
  SP: "SP",
};

/** UFs that authorize their own documents, and those that the Ambiente Nacional or São Paulo serves; every other UF is SVRS's.
 * @source Portal da NF-e and Portal do CT-e, "Relação de Serviços Web" */
export const AUTORIZADOR_DA_UF: Record<ModeloSefaz, Partial<Record<Uf, Autorizador>>> = {
  "55": {
    AM: "AM",
    BA: "BA",
    GO: "GO",
    MA: "SVAN",
    MG: "MG",
    MS: "MS",
    MT: "MT",
    PE: "PE",
    PR: "PR",
    RS: "RS",
    SP: "SP",
  },
  "65": { AM: "AM", GO: "GO", MG: "MG", MS: "MS", MT: "MT", PR: "PR", RS: "RS", SP: "SP" },
  "57": DO_CTE,
  "67": DO_CTE,
  "58": {},
};

const DE_CTE: ReadonlyMap<string, Autorizador> = new Map([
  ["7", "SVC-RS"],
  ["8", "SVC-SP"],
]);

/** Contingency that a key's tpEmis names; NFC-e has none, its contingency is offline (tpEmis 9), nor has MDF-e.
 * @source MOC Visão Geral, tpEmis 6 SVC-AN and 7 SVC-RS; MOC CT-e 4.00, tpEmis 7 SVC-RS and 8 SVC-SP */
export const CONTINGENCIA: Record<ModeloSefaz, ReadonlyMap<string, Autorizador>> = {
  "55": new Map([
    ["6", "SVC-AN"],
    ["7", "SVC-RS"],
  ]),
  "65": new Map(),
  "57": DE_CTE,
  "67": DE_CTE,
  "58": new Map(),
};
