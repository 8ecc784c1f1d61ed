import type { GraficoTipo } from "@malote/contract";
import { Menu } from "@mantine/core";
import { IconDots, IconPhoto, IconPrinter, IconVector } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { painel as textos } from "../textos/painel.ts";

/** How long the menu stays after the pointer has left it, in ms (spec §9). */
const SAIDA_MS = 500;

const { menu: t } = textos.graficos;
const FORMATOS: readonly { tipo: GraficoTipo; rotulo: string; icone: typeof IconPhoto }[] = [
  { tipo: "image/png", rotulo: t.png, icone: IconPhoto },
  { tipo: "image/jpeg", rotulo: t.jpeg, icone: IconPhoto },
  { tipo: "image/svg+xml", rotulo: t.svg, icone: IconVector },
];

/** The export and print menu of a chart. */
export function MenuGrafico(props: {
  titulo: string;
  onExport: (tipo: GraficoTipo) => Promise<void>;
  onPrint: () => void;
}): React.JSX.Element {
  const { titulo, onExport, onPrint } = props;
  const [aberto, setAberto] = useState(false);
  const [ocupado, setOcupado] = useState(false);
  const saida = useSaida(() => setAberto(false));
  const onClick = async (tipo: GraficoTipo): Promise<void> => {
    setOcupado(true);
    await onExport(tipo);
    setOcupado(false);
  };
  return (
    <Menu position="bottom-end" width={210} opened={aberto} onChange={setAberto}>
      <Menu.Target>
        <button
          type="button"
          className="icone icone-pequeno"
          aria-label={t.abrir(titulo)}
          aria-busy={ocupado}
          {...saida}
        >
          <IconDots size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t.abrir(titulo)} aria-labelledby={undefined} {...saida}>
        {FORMATOS.map(({ tipo, rotulo, icone: Icone }) => (
          <Menu.Item
            key={tipo}
            leftSection={<Icone size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => void onClick(tipo)}
          >
            {rotulo}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden="true" />} onClick={onPrint}>
          {t.imprimir}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Closes the menu after the pointer has left both the button and the menu for that long. */
function useSaida(close: () => void): { onPointerEnter: () => void; onPointerLeave: () => void } {
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const stay = (): void => window.clearTimeout(timer.current);
  return {
    onPointerEnter: stay,
    onPointerLeave: () => {
      stay();
      timer.current = window.setTimeout(close, SAIDA_MS);
    },
  };
}
