/** Which rendered form a post comes from: a repeat is not a second one. */
export function IdempotencyKey({ value }: { value: string | undefined }) {
  return <input type="hidden" name="idempotency_key" value={value ?? ""} />;
}
