import { IconMailPlus } from "@tabler/icons-react";
import { caixas } from "../textos/geral.ts";
import { BotaoLink } from "./Botao.tsx";
import { EmptyState } from "./EmptyState.tsx";

/** Empty state while no mailbox is connected: the next action is to connect one. */
export function SemCaixa(props: {
  titulo: string;
  texto: string;
  /** Whether the user may connect one. */
  gerente: boolean;
}): React.JSX.Element {
  const { titulo, texto, gerente } = props;
  return (
    <EmptyState
      icone={IconMailPlus}
      titulo={titulo}
      acao={
        gerente && (
          <BotaoLink variante="cheia" to="/caixaemail/nova">
            {caixas.conectar}
          </BotaoLink>
        )
      }
    >
      {gerente ? texto : `${texto} ${caixas.pedirConexao}`}
    </EmptyState>
  );
}
