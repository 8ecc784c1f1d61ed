import { IconPlus } from "@tabler/icons-react";
import { filtros } from "../textos/filtros.ts";
import { BotaoLink } from "./Botao.tsx";
import { OrdemMenu } from "./OrdemMenu.tsx";
import type { OrdemProps } from "./OrdemOpcoes.tsx";

/** The order of a list of the administration, and the way to a new thing in it. */
export function ListaAcoes<T extends string>(
  props: Omit<OrdemProps<T>, "rotulo"> & {
    /** Null for who may not make one. */
    nova: { rotulo: string; to: string } | null;
    /** Nothing to order, and the way in is in the middle of the page: then the head stays quiet. */
    vazia: boolean;
  },
): React.JSX.Element | null {
  const { nova, vazia, ...ordem } = props;
  if (vazia) return null;
  return (
    <>
      <OrdemMenu rotulo={filtros.ordenar} {...ordem} />
      {nova && (
        <BotaoLink
          variante="cheia"
          soIcone
          to={nova.to}
          icone={<IconPlus size={16} stroke={1.8} aria-hidden="true" />}
        >
          {nova.rotulo}
        </BotaoLink>
      )}
    </>
  );
}
