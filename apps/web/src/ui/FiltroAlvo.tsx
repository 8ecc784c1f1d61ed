import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { filtros } from "../textos/filtros.ts";
import { Depois } from "./Depois.tsx";
import { FiltroTotal } from "./FiltroTotal.tsx";

/** The button of a filter, with how many are active; its fields come after the page. */
export function FiltroAlvo(props: {
  total: number;
  children: (botao: React.ReactElement, aberto: boolean) => React.ReactNode;
}): React.JSX.Element {
  return (
    <Depois
      botao={
        <Button
          variant="default"
          className="botao-icone"
          leftSection={<IconFilter size={16} stroke={1.6} aria-hidden="true" />}
          rightSection={<FiltroTotal total={props.total} />}
        >
          {filtros.filtrar}
        </Button>
      }
    >
      {props.children}
    </Depois>
  );
}
