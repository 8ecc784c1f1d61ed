import { Button } from "@mantine/core";
import { IconFileUnknown, IconPlugConnectedX } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { type Explicacao, geral } from "../textos/geral.ts";
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
    saida && (
      <Button component={Link} to={saida.to} variant="default">
        {saida.rotulo}
      </Button>
    )
  ) : (
    <Button variant="default" onClick={onRetry}>
      {geral.tentarDeNovo}
    </Button>
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
