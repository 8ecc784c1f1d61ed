import { formatInteger } from "@malote/syntax";
import { useQuery } from "../../rpc/call/use-query.ts";
import { useIsManager } from "../../rpc/conta/caixas.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { caixasQuery } from "../../rpc/documents/queries.ts";
import { administrationTexts as texts } from "../../texts/admin/administration.ts";
import { LinkTabs } from "../../ui/layout/LinkTabs.tsx";

/** The tabs of spec §2, in its order; the first is the default. */
export const ADMIN_TABS = ["empresa", "usuario", "caixa", "api", "exportacao"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The tabs of the administration, each with the number of its failures. */
export function AdminTabs({ active }: { active: AdminTab }): React.JSX.Element {
  const { data: empresas = [] } = useQuery(empresasQuery);
  const { data: caixas = [] } = useQuery(caixasQuery);
  // The tokens are only for administrators.
  const shown = useIsManager() === false ? ADMIN_TABS.filter((tab) => tab !== "api") : ADMIN_TABS;
  const failureCounts: Record<AdminTab, number> = {
    empresa: empresas.filter(({ certificado }) => certificado?.situacao === "vencido").length,
    usuario: 0,
    caixa: caixas.filter(({ ultimoErro }) => ultimoErro !== null).length,
    api: 0,
    exportacao: 0,
  };
  return (
    <LinkTabs
      label={texts.abas.rotulo}
      active={active}
      tabs={shown.map((tab) => ({
        key: tab,
        title: texts.abas[tab],
        to: `/admin?tab=${tab}`,
        count: failureCounts[tab] > 0 ? formatInteger(failureCounts[tab]) : undefined,
      }))}
    />
  );
}
