import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { type Opcao, SelecaoCampo } from "./SelecaoCampo.tsx";

/** A {@link SelecaoCampo} bound to a react-hook-form field. */
export function SelecaoDoForm<T extends FieldValues>(props: {
  control: Control<T>;
  name: Path<T>;
  rotulo: string;
  dica?: React.ReactNode;
  opcoes: readonly Opcao[];
  vazio: Opcao;
  disabled?: boolean;
}): React.JSX.Element {
  const { control, name, ...resto } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <SelecaoCampo
      {...resto}
      ref={field.ref}
      valor={field.value}
      erro={fieldState.error?.message}
      onBlur={field.onBlur}
      onChange={field.onChange}
    />
  );
}
