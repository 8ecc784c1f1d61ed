import { IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import type { Importacao } from "../../rpc/importacoes.ts";
import { importacao as textos } from "../../textos/importacao.ts";
import { Girando } from "../../ui/Girando.tsx";
import { StatusTag } from "../../ui/Status.tsx";

/** The status tag of an importação. */
export function ImportacaoStatus({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { estado } = importacao;
  const palavra = textos.lista.estados[estado];
  if (estado === "falhou") {
    return (
      <StatusTag tom="ruim" palavra={palavra}>
        <IconCircleX size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    );
  }
  if (estado === "concluido") {
    return (
      <StatusTag tom="ok" palavra={palavra}>
        <IconCircleCheck size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    );
  }
  return (
    <StatusTag tom="neutro" palavra={palavra}>
      {estado === "pendente" ? <IconClock size={15} stroke={1.8} aria-hidden="true" /> : <Girando />}
    </StatusTag>
  );
}
