import { Button } from "@mantine/core";
import { IconArrowsSort } from "@tabler/icons-react";
import { lazy } from "react";
import { Depois } from "./Depois.tsx";
import type { OrdemProps } from "./OrdemOpcoes.tsx";

const OrdemOpcoes = lazy(async () => ({ default: (await import("./OrdemOpcoes.tsx")).OrdemOpcoes }));

/** The order of a list: the button says the one in use, the menu holds the others. */
export function OrdemMenu<T extends string>(props: OrdemProps<T>): React.JSX.Element {
  const { rotulo, valor, opcoes, onChange } = props;
  const atual = opcoes.find((opcao) => opcao.valor === valor)?.rotulo ?? rotulo;
  return (
    <Depois
      botao={
        <Button
          variant="default"
          className="botao-icone"
          aria-label={`${rotulo}: ${atual}`}
          leftSection={<IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />}
        >
          {atual}
        </Button>
      }
    >
      {(botao, aberto) => (
        <OrdemOpcoes
          rotulo={rotulo}
          valor={valor}
          opcoes={opcoes}
          onChange={(next) => onChange(next as T)}
          botao={botao}
          aberto={aberto}
        />
      )}
    </Depois>
  );
}
