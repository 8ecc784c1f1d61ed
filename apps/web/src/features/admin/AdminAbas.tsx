import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/empresas.ts";
import { caixasQuery } from "../../rpc/queries.ts";
import { administracao as textos } from "../../textos/admin.ts";
import { LinkTabs } from "../../ui/LinkTabs.tsx";

/** The tabs of spec §2, in its order; the first is the default. */
export const ABAS = ["empresa", "usuario", "caixa", "api", "exportacao"] as const;
export type Aba = (typeof ABAS)[number];

/** The tabs of the administration, each with the number of its failures. */
export function AdminAbas({ ativa }: { ativa: Aba }): React.JSX.Element {
  const { data: empresas = [] } = useQuery(empresasQuery);
  const { data: caixas = [] } = useQuery(caixasQuery);
  const falhas: Record<Aba, number> = {
    empresa: empresas.filter(({ certificado }) => certificado?.situacao === "vencido").length,
    usuario: 0,
    caixa: caixas.filter(({ ultimoErro }) => ultimoErro !== null).length,
    api: 0,
    exportacao: 0,
  };
  return (
    <LinkTabs
      rotulo={textos.abas.rotulo}
      ativa={ativa}
      abas={ABAS.map((chave) => ({
        chave,
        titulo: textos.abas[chave],
        to: `/admin?tab=${chave}`,
        contagem: falhas[chave] > 0 ? formatInteiro(falhas[chave]) : undefined,
      }))}
    />
  );
}
