import type { Uf } from "@malote/syntax";
import type { Addresses, Authorizer } from "./addresses.ts";
import { CTE_ADDRESSES } from "./cte-addresses.ts";
import { MDFE_ADDRESSES } from "./mdfe-addresses.ts";
import { NFCE_ADDRESSES } from "./nfce-addresses.ts";
import { NFE_ADDRESSES } from "./nfe-addresses.ts";
import type { SefazModelo } from "./services.ts";

/** Modelo → autorizador → ambiente → address of each service. */
export const ADDRESSES: Record<SefazModelo, Addresses> = {
  "55": NFE_ADDRESSES,
  "65": NFCE_ADDRESSES,
  "57": CTE_ADDRESSES,
  "67": CTE_ADDRESSES,
  "58": MDFE_ADDRESSES,
};

const CTE_AUTHORIZERS: Partial<Record<Uf, Authorizer>> = {
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

/** UFs with their own authorizer, and those served by SVAN or SVSP; SVRS serves every other UF.
 * @source Portal da NF-e and Portal do CT-e, "Relação de Serviços Web" */
export const AUTHORIZER_OF_UF: Record<SefazModelo, Partial<Record<Uf, Authorizer>>> = {
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
  "57": CTE_AUTHORIZERS,
  "67": CTE_AUTHORIZERS,
  "58": {},
};

/** Whether the Ambiente Nacional receives the eventos of recepcaoEvento; for others the UF of the key does.
 * @source MOC Visão Geral §5; MOC CT-e 4.00, registro de evento */
export const REGISTERS_AT_AN: Record<SefazModelo, boolean> = {
  "55": true,
  "65": false,
  "57": false,
  "67": false,
  "58": false,
};

const CTE_CONTINGENCY: ReadonlyMap<string, Authorizer> = new Map([
  ["7", "SVC-RS"],
  ["8", "SVC-SP"],
]);

/** The contingency authorizer by tpEmis. NFC-e has none (its contingency is offline, tpEmis 9), nor has
 * MDF-e.
 * @source MOC Visão Geral, tpEmis 6 SVC-AN and 7 SVC-RS; MOC CT-e 4.00, tpEmis 7 SVC-RS and 8 SVC-SP */
export const CONTINGENCY: Record<SefazModelo, ReadonlyMap<string, Authorizer>> = {
  "55": new Map([
    ["6", "SVC-AN"],
    ["7", "SVC-RS"],
  ]),
  "65": new Map(),
  "57": CTE_CONTINGENCY,
  "67": CTE_CONTINGENCY,
  "58": new Map(),
};
