import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";

export type OrdemProps<T extends string> = {
  rotulo: string;
  valor: T;
  opcoes: readonly { valor: T; rotulo: string }[];
  onChange: (valor: T) => void;
};

/** The menu of sort orders, with its button. */
export function OrdemOpcoes<T extends string>(
  props: OrdemProps<T> & { botao: React.ReactElement; aberto: boolean },
): React.JSX.Element {
  const { rotulo, valor, opcoes, onChange, botao, aberto } = props;
  return (
    <Menu position="bottom-end" width={220} defaultOpened={aberto}>
      <Menu.Target>{botao}</Menu.Target>
      <Menu.Dropdown aria-label={rotulo}>
        <Menu.RadioGroup value={valor} onChange={(next) => onChange(next as T)}>
          {opcoes.map((opcao) => (
            <Menu.RadioItem
              key={opcao.valor}
              value={opcao.valor}
              closeMenuOnClick
              checkIcon={<IconCheck size={16} stroke={1.6} aria-hidden="true" />}
            >
              {opcao.rotulo}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
