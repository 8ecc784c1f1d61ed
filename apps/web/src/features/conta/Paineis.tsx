import type { Conta } from "../../rpc/minha-conta.ts";
import type { Usuario } from "../../rpc/usuarios.ts";
import { ContaPainel } from "./ContaPainel.tsx";
import { ManifestacaoPainel } from "./ManifestacaoPainel.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { SegundoFator } from "./SegundoFator.tsx";
import { SenhaPainel } from "./SenhaPainel.tsx";
import { Sessoes } from "./Sessoes.tsx";
import { UsoPainel } from "./UsoPainel.tsx";
import { VocePainel } from "./VocePainel.tsx";

/** All sections of the page of the conta, in order. */
export function Paineis({ conta, usuario }: { conta: Conta; usuario: Usuario }): React.JSX.Element {
  const gerente = usuario.administrador || usuario.proprietarioConta;
  return (
    <>
      <ContaPainel conta={conta} gerente={gerente} />
      {gerente && <ManifestacaoPainel conta={conta} />}
      <UsoPainel conta={conta} />
      <VocePainel usuario={usuario} />
      <SenhaPainel usuario={usuario} />
      <SegundoFator
        falta={conta.segundoFatorManifestacao && usuario.permissaoManifestacao && !usuario.segundoFator}
      />
      <Passkeys />
      <Sessoes />
    </>
  );
}
