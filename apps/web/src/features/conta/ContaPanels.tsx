import type { Conta } from "../../rpc/conta/account.ts";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import { ContaPanel } from "./ContaPanel.tsx";
import { ManifestacaoPanel } from "./ManifestacaoPanel.tsx";
import { OwnData } from "./OwnData.tsx";
import { PasswordPanel } from "./password/PasswordPanel.tsx";
import { Sessions } from "./Sessions.tsx";
import { Passkeys } from "./second-factor/Passkeys.tsx";
import { SecondFactor } from "./second-factor/SecondFactor.tsx";
import { UsagePanel } from "./UsagePanel.tsx";
import { UserPanel } from "./UserPanel.tsx";

/** All sections of the page of the conta, in order. */
export function ContaPanels({ conta, usuario }: { conta: Conta; usuario: Usuario }): React.JSX.Element {
  const isManager = usuario.administrador || usuario.proprietarioConta;
  return (
    <>
      <ContaPanel conta={conta} isManager={isManager} />
      {isManager && <ManifestacaoPanel conta={conta} />}
      <UsagePanel conta={conta} />
      <UserPanel usuario={usuario} />
      <PasswordPanel usuario={usuario} />
      <SecondFactor
        isMissing={conta.segundoFatorManifestacao && usuario.permissaoManifestacao && !usuario.segundoFator}
      />
      <Passkeys />
      <Sessions />
      <OwnData usuario={usuario} />
    </>
  );
}
