import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { SelectField, type SelectOption } from "./SelectField.tsx";

/** A {@link SelectField} bound to a react-hook-form field. */
export function FormSelectField<T extends FieldValues>(props: {
  control: Control<T>;
  name: Path<T>;
  label: string;
  hint?: React.ReactNode;
  options: readonly SelectOption[];
  empty: SelectOption;
  disabled?: boolean;
}): React.JSX.Element {
  const { control, name, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  return (
    <SelectField
      {...rest}
      ref={field.ref}
      value={field.value}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onChange={field.onChange}
    />
  );
}
