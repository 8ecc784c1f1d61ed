import { Button } from "@mantine/core";
import { IconMailPlus } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { caixaStateTexts } from "../../texts/app/general.ts";
import { EmptyState } from "./EmptyState.tsx";

/** Empty state while no mailbox is connected: the next action is to connect one. */
export function NoCaixa(props: {
  title: string;
  text: string;
  /** Whether the user may connect one. */
  isManager: boolean;
}): React.JSX.Element {
  const { title, text, isManager } = props;
  return (
    <EmptyState
      icon={IconMailPlus}
      title={title}
      action={
        isManager && (
          <Button component={Link} to="/caixaemail/nova">
            {caixaStateTexts.conectar}
          </Button>
        )
      }
    >
      {isManager ? text : `${text} ${caixaStateTexts.pedirConexao}`}
    </EmptyState>
  );
}
