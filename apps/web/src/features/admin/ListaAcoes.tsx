import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useIsGerente } from "../../rpc/caixas.ts";
import { filtros } from "../../textos/filtros.ts";
import { OrdemMenu } from "../../ui/OrdemMenu.tsx";
import type { OrdemProps } from "../../ui/OrdemOpcoes.tsx";

/** The order of a list of the administration, and the way to a new thing in it. */
export function ListaAcoes<T extends string>(
  props: Omit<OrdemProps<T>, "rotulo"> & {
    nova: { rotulo: string; to: string };
    /** Nothing to order, and the way in is in the middle of the page: then the head stays quiet. */
    vazia: boolean;
  },
): React.JSX.Element | null {
  const { nova, vazia, ...ordem } = props;
  const gerente = useIsGerente() ?? false;
  if (vazia) return null;
  return (
    <>
      <OrdemMenu rotulo={filtros.ordenar} {...ordem} />
      {gerente && (
        <Button
          component={Link}
          to={nova.to}
          className="botao-icone"
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
        >
          {nova.rotulo}
        </Button>
      )}
    </>
  );
}
