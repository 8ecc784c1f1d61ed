import { Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { geral } from "../textos/geral.ts";
import { EmptyState } from "./EmptyState.tsx";

/** In the place of what could not be loaded: what happened, and the way to try again. */
export function Falha(props: {
  falha: { titulo: string; texto: string } | null;
  onRetry: () => void;
}): React.JSX.Element | null {
  const { falha, onRetry } = props;
  if (!falha) return null;
  const acao = (
    <Button variant="default" onClick={onRetry}>
      {geral.tentarDeNovo}
    </Button>
  );
  return (
    <EmptyState icone={IconPlugConnectedX} titulo={falha.titulo} acao={acao} alerta>
      {falha.texto}
    </EmptyState>
  );
}
