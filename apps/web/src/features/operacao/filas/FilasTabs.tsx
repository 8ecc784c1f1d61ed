import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { operatorStateQuery } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { LinkTabs } from "../../../ui/LinkTabs.tsx";

const { abas: textos } = operacao.filas;

const TABS = ["filas", "contas", "falhas"] as const;

/** The tabs of the queues page, with the number of late queues and of failures. */
export function FilasTabs({ active }: { active: (typeof TABS)[number] }): React.JSX.Element {
  const { data } = useQuery(operatorStateQuery);
  const counts = { filas: data?.faixa.filasAtrasadas ?? 0, contas: 0, falhas: data?.faixa.falhas ?? 0 };
  return (
    <LinkTabs
      rotulo={textos.rotulo}
      ativa={active}
      abas={TABS.map((key) => ({
        chave: key,
        titulo: textos[key],
        to: key === "filas" ? "/operacao/filas" : `/operacao/filas?aba=${key}`,
        contagem: counts[key] > 0 ? formatInteiro(counts[key]) : undefined,
        tom: "aviso",
      }))}
    />
  );
}
