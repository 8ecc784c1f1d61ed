import { IconFileUnknown, IconPlugConnectedX } from "@tabler/icons-react";
import { type Explicacao, geral } from "../textos/geral.ts";
import { Botao, BotaoLink } from "./Botao.tsx";
import { EmptyState } from "./EmptyState.tsx";

/** In the place of what could not be loaded: what happened, and the way to try again; or the way out, when that is no use. */
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
