import { IconArrowsSort } from "@tabler/icons-react";
import { lazy } from "react";
import { Botao } from "./Botao.tsx";
import { Depois } from "./Depois.tsx";
import type { OrdemProps } from "./OrdemOpcoes.tsx";

const OrdemOpcoes = lazy(async () => ({ default: (await import("./OrdemOpcoes.tsx")).OrdemOpcoes }));

/** The sort order of a list: the button shows the current one, the menu all of them. */
export function OrdemMenu<T extends string>(props: OrdemProps<T>): React.JSX.Element {
  const { rotulo, valor, opcoes, onChange } = props;
  const atual = opcoes.find((opcao) => opcao.valor === valor)?.rotulo ?? rotulo;
  return (
    <Depois
      botao={
        <Botao
          soIcone
          aria-label={`${rotulo}: ${atual}`}
          icone={<IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />}
        >
          {atual}
        </Botao>
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
