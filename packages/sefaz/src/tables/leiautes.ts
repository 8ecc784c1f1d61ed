import type { Familia } from "./servicos.ts";

/** How a family names the same things. `versao` is that of its questions and answers; `digitosSeq` the columns of nSeqEvento in
 * an evento's Id. */
export type Leiaute = {
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
  versaoEvento: string;
  digitosSeq: number;
};

const PORTAL = "http://www.portalfiscal.inf.br";

/** @source leiauteConsSitNFe_v4.00.xsd, consSitCTeTiposBasico_v4.00.xsd, consSitMDFeTiposBasico_v3.00.xsd, leiauteEvento_v1.00.xsd,
 * eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export const LEIAUTES: Record<Familia, Leiaute> = {
  nfe: {
    ...named("NFe", "", { versao: "4.00", versaoEvento: "1.00", digitosSeq: 2 }),
    ns: `${PORTAL}/nfe`,
  },
  cte: {
    ...named("CTe", "CTe", { versao: "4.00", versaoEvento: "4.00", digitosSeq: 3 }),
    ns: `${PORTAL}/cte`,
  },
  mdfe: {
    ...named("MDFe", "MDFe", { versao: "3.00", versaoEvento: "3.00", digitosSeq: 3 }),
    ns: `${PORTAL}/mdfe`,
  },
};

type Versoes = Pick<Leiaute, "versao" | "versaoEvento" | "digitosSeq">;

// NF-e was first: its evento and its status carry no name of the family, those of CT-e and MDF-e do.
function named(sigla: string, sufixo: string, versoes: Versoes): Omit<Leiaute, "ns"> {
  return {
    ...versoes,
    chave: `ch${sigla}`,
    consSit: `consSit${sigla}`,
    retConsSit: `retConsSit${sigla}`,
    consStat: `consStatServ${sufixo}`,
    retConsStat: `retConsStatServ${sufixo}`,
    prot: `prot${sigla}`,
    evento: `evento${sufixo}`,
    retEvento: `retEvento${sufixo}`,
    procEvento: `procEvento${sigla}`,
  };
}
