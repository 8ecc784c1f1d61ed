import type { Family } from "@malote/syntax";

/** The element names of a family, and the forms of its messages. `versao`: of its requests and responses;
 * `sequenceDigits` is the number of digits of nSeqEvento in the Id of an evento. */
export type Layout = {
  ns: string;
  versao: string;
  chave: string;
  consSit: string;
  retConsSit: string;
  consStat: string;
  retConsStat: string;
  prot: string;
  evento: string;
  retEvento: string;
  procEvento: string;
  eventoVersion: string;
  sequenceDigits: number;
  /** `lote`: in envEvento, with verEvento and detEvento@versao; `single`: alone, with
   * detEvento@versaoEvento. */
  eventoForm: "lote" | "single";
  /** The element in the SOAP header; null for a family without a header. */
  header: string | null;
  /** Whether the status request names the UF. */
  statusHasUf: boolean;
};

const PORTAL = "http://www.portalfiscal.inf.br";

/** @source leiauteConsSitNFe_v4.00.xsd, consSitCTeTiposBasico_v4.00.xsd,
 * consSitMDFeTiposBasico_v3.00.xsd, leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd,
 * eventoMDFeTiposBasico_v3.00.xsd */
export const LAYOUTS: Record<Family, Layout> = {
  nfe: {
    ...named("NFe", "", { versao: "4.00", eventoVersion: "1.00", sequenceDigits: 2 }),
    ns: `${PORTAL}/nfe`,
    eventoForm: "lote",
    header: null,
    statusHasUf: true,
  },
  cte: {
    ...named("CTe", "CTe", { versao: "4.00", eventoVersion: "4.00", sequenceDigits: 3 }),
    ns: `${PORTAL}/cte`,
    eventoForm: "single",
    header: null,
    statusHasUf: true,
  },
  mdfe: {
    ...named("MDFe", "MDFe", { versao: "3.00", eventoVersion: "3.00", sequenceDigits: 3 }),
    ns: `${PORTAL}/mdfe`,
    // NF-e and CT-e dropped the header in 4.00; MDF-e 3.00 still has it.
    eventoForm: "single",
    header: "mdfeCabecMsg",
    statusHasUf: false,
  },
};

type Forms = Pick<Layout, "eventoForm" | "header" | "statusHasUf">;
type Versions = Pick<Layout, "versao" | "eventoVersion" | "sequenceDigits">;

// The evento and status elements of NF-e have no family name in them; those of CT-e and MDF-e have.
function named(acronym: string, suffix: string, versions: Versions): Omit<Layout, "ns" | keyof Forms> {
  return {
    ...versions,
    chave: `ch${acronym}`,
    consSit: `consSit${acronym}`,
    retConsSit: `retConsSit${acronym}`,
    consStat: `consStatServ${suffix}`,
    retConsStat: `retConsStatServ${suffix}`,
    prot: `prot${acronym}`,
    evento: `evento${suffix}`,
    retEvento: `retEvento${suffix}`,
    procEvento: `procEvento${acronym}`,
  };
}
