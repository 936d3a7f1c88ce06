import { describe, expect, it } from 'vitest';
import { readEndpoint } from './endpoint.js';

describe('the address of a model', () => {
  it('is https and public', () => {
    expect(readEndpoint('https://api.groq.com/openai/v1', [])).toMatchObject({ inner: false });
  });

  it.each([
    ['http://api.groq.com/openai/v1', /https/],
    ['https://169.254.169.254/latest', /private network/],
    ['https://0x7f000001/v1', /private network/],
    ['https://[::1]/v1', /private network/],
    ['https://[::ffff:10.0.0.1]/v1', /private network/],
    ['https://localhost/v1', /private network/],
    ['https://metadata.google.internal/v1', /private network/],
    ['https://redis:6379/', /private network/],
    ['https://user:secret@api.example.com/v1', /no user or password/],
    ['https://api.example.com/v1?next=http://10.0.0.1', /nothing after/],
    ['file:///etc/passwd', /https/],
    ['not a url', /not a URL/],
  ])('is not %s', (url, why) => {
    expect(() => readEndpoint(url, [])).toThrow(why);
    expect(() => readEndpoint(url, [])).not.toThrow(/secret/);
  });

  it('may be inside and plain when the operator named its host', () => {
    expect(readEndpoint('http://ollama:11434/v1', ['ollama:11434'])).toMatchObject({ inner: true });
    expect(readEndpoint('http://10.0.0.8:8000/v1', ['10.0.0.8'])).toMatchObject({ inner: true });
    expect(() => readEndpoint('http://ollama:6379/v1', ['ollama:11434'])).toThrow(/COUNTERSIGN_MODEL_INNER_HOSTS/);
  });
});
