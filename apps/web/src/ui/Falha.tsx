import { IconFileUnknown, IconPlugConnectedX } from "@tabler/icons-react";
import { type Explicacao, geral } from "../textos/geral.ts";
import { Botao, BotaoLink } from "./Botao.tsx";
import { EmptyState } from "./EmptyState.tsx";

/**
 * Replaces content that failed to load: what happened, and a retry; a link elsewhere when a retry is
 * useless.
 */
export function Falha(props: {
  falha: Explicacao | null;
  onRetry: () => void;
  saida?: { rotulo: string; to: string };
}): React.JSX.Element | null {
  const { falha, onRetry, saida } = props;
  if (!falha) return null;
  const acao = falha.definitiva ? (
    saida && <BotaoLink to={saida.to}>{saida.rotulo}</BotaoLink>
  ) : (
    <Botao onClick={onRetry}>{geral.tentarDeNovo}</Botao>
  );
  return (
    <EmptyState
      icone={falha.definitiva ? IconFileUnknown : IconPlugConnectedX}
      titulo={falha.titulo}
      acao={acao}
      alerta
    >
      {falha.texto}
    </EmptyState>
  );
}
