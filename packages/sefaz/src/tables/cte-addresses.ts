import type { Addresses } from "./addresses.ts";
import type { Ambiente, SefazService } from "./services.ts";

const NAMES = {
  consultaProtocolo: "CTeConsultaV4",
  statusServico: "CTeStatusServicoV4",
  recepcaoEvento: "CTeRecepcaoEventoV4",
} as const satisfies Partial<Record<SefazService, string>>;

type AddressFormat = (name: string) => string;
const plain: AddressFormat = (name) => name;
const asmx: AddressFormat = (name) => `${name}.asmx`;
const folder: AddressFormat = (name) => `${name}/${name}.asmx`;

// Every authorizer of CT-e has its three services under one base URL, in one of three formats.
function cte(
  producao: string,
  homologacao: string,
  format: AddressFormat,
): Record<Ambiente, Partial<Record<SefazService, string>>> {
  const underBase = (base: string) => ({
    consultaProtocolo: base + format(NAMES.consultaProtocolo),
    statusServico: base + format(NAMES.statusServico),
    recepcaoEvento: base + format(NAMES.recepcaoEvento),
  });
  return { "1": underBase(producao), "2": underBase(homologacao) };
}

/** CT-e and CT-e OS, which share every service used here: autorizador → ambiente → address of each
 * service.
 * @source nfephp sped-cte, wscte_4.00_mod57.xml and wscte_4.00_mod67.xml (heads of 2025-12 to 2026-06);
 * ../shared/facts/sefaz-endpoints.tsv */
export const CTE_ADDRESSES: Addresses = {
  MG: cte(
    "https://cte.fazenda.mg.gov.br/cte/services/",
    "https://hcte.fazenda.mg.gov.br/cte/services/",
    plain,
  ),
  MS: cte("https://producao.cte.ms.gov.br/ws/", "https://homologacao.cte.ms.gov.br/ws/", plain),
  MT: cte(
    "https://cte.sefaz.mt.gov.br/ctews2/services/",
    "https://homologacao.sefaz.mt.gov.br/ctews2/services/",
    plain,
  ),
  PR: cte("https://cte.fazenda.pr.gov.br/cte4/", "https://homologacao.cte.fazenda.pr.gov.br/cte4/", plain),
  RS: cte("https://cte.svrs.rs.gov.br/ws/", "https://cte-homologacao.svrs.rs.gov.br/ws/", folder),
  SP: cte(
    "https://nfe.fazenda.sp.gov.br/CTeWS/WS/",
    "https://homologacao.nfe.fazenda.sp.gov.br/CTeWS/WS/",
    asmx,
  ),
  SVRS: cte("https://cte.svrs.rs.gov.br/ws/", "https://cte-homologacao.svrs.rs.gov.br/ws/", folder),
  SVSP: cte(
    "https://nfe.fazenda.sp.gov.br/CTeWS/WS/",
    "https://homologacao.nfe.fazenda.sp.gov.br/CTeWS/WS/",
    asmx,
  ),
  "SVC-RS": cte("https://cte.svrs.rs.gov.br/ws/", "https://cte-homologacao.svrs.rs.gov.br/ws/", folder),
  "SVC-SP": cte(
    "https://nfe.fazenda.sp.gov.br/CTeWS/WS/",
    "https://homologacao.nfe.fazenda.sp.gov.br/CTeWS/WS/",
    asmx,
  ),
  AN: {
    "1": { distribuicao: "https://www1.cte.fazenda.gov.br/CTeDistribuicaoDFe/CTeDistribuicaoDFe.asmx" },
    "2": { distribuicao: "https://hom1.cte.fazenda.gov.br/CTeDistribuicaoDFe/CTeDistribuicaoDFe.asmx" },
  },
};
