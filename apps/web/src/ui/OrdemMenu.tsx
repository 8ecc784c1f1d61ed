import { Button, Menu } from "@mantine/core";
import { IconArrowsSort, IconCheck } from "@tabler/icons-react";

/** The order of a list: the button says the one in use, the menu holds the others. */
export function OrdemMenu<T extends string>(props: {
  rotulo: string;
  valor: T;
  opcoes: readonly { valor: T; rotulo: string }[];
  onChange: (valor: T) => void;
}): React.JSX.Element {
  const { rotulo, valor, opcoes, onChange } = props;
  const atual = opcoes.find((opcao) => opcao.valor === valor)?.rotulo ?? rotulo;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          className="botao-icone"
          aria-label={`${rotulo}: ${atual}`}
          leftSection={<IconArrowsSort size={16} stroke={1.6} aria-hidden="true" />}
        >
          {atual}
        </Button>
      </Menu.Target>
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
