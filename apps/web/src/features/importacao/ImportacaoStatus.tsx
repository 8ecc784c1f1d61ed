import { IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import type { Importacao } from "../../rpc/files/importacoes.ts";
import { importacaoTexts as texts } from "../../texts/files/importacao.ts";
import { StatusTag } from "../../ui/documento/Status.tsx";
import { Spinner } from "../../ui/feedback/Spinner.tsx";

/** The status tag of an importação. */
export function ImportacaoStatus({ importacao }: { importacao: Importacao }): React.JSX.Element {
  const { estado } = importacao;
  const text = texts.lista.estados[estado];
  if (estado === "falhou") {
    return (
      <StatusTag tone="ruim" word={text}>
        <IconCircleX size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    );
  }
  if (estado === "concluido") {
    return (
      <StatusTag tone="ok" word={text}>
        <IconCircleCheck size={15} stroke={1.8} aria-hidden="true" />
      </StatusTag>
    );
  }
  return (
    <StatusTag tone="neutro" word={text}>
      {estado === "pendente" ? <IconClock size={15} stroke={1.8} aria-hidden="true" /> : <Spinner />}
    </StatusTag>
  );
}
