// A stream that cannot fail may be given asynchronous work that can, and has that failure from there on.
import Signals

struct NoAnswer: Error {}

func answers(_ questions: PassthroughSubject<String, Never>) -> some Publisher<Int, NoAnswer> {
    questions.asyncMap { (question) async throws(NoAnswer) -> Int in
        if question.isEmpty { throw NoAnswer() }
        return question.count
    }
}

// refused: func newest(_ questions: PassthroughSubject<String, Never>) -> some Publisher<Int, Never> {
func newest(_ questions: PassthroughSubject<String, Never>) -> some Publisher<Int, any Error> {
    // error: invalid conversion from throwing function
    questions.mapLatest { question in
        if question.isEmpty { throw NoAnswer() }
        return question.count
    }
}
