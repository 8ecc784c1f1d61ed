import { Button } from "@mantine/core";
import { IconMoodEmpty } from "@tabler/icons-react";
import { useRouteError } from "react-router-dom";
import { explainFalha, FalhaComunicacao } from "../rpc/falhas.ts";
import { falhas } from "../textos/geral.ts";
import { EmptyState } from "../ui/EmptyState.tsx";

/** What is shown when a page breaks or cannot be fetched: nothing lost, and the way on. */
export function TelaFalha(): React.JSX.Element {
  const error = useRouteError();
  const reached = !(error instanceof FalhaComunicacao);
  const falha = reached ? { titulo: falhas.tela, texto: falhas.telaTexto } : explainFalha(error);
  const recarregar = <Button onClick={() => window.location.reload()}>{falhas.recarregar}</Button>;
  return (
    <main>
      <h1 className="vh">{falha?.titulo}</h1>
      <EmptyState icone={IconMoodEmpty} titulo={falha?.titulo ?? falhas.tela} acao={recarregar} alerta>
        {falha?.texto}
      </EmptyState>
    </main>
  );
}
